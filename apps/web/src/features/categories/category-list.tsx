import { PetStatus } from "@petstore/contract/schemas";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../components/button";
import type { CategoryCounts } from "../../lib/pets/category-counts";
import { useRowFocus } from "../../lib/page/row-focus";
import { t } from "../../texts";
import { categoryGrid, CategoryRow, type RowActions } from "./category-row";

const STEP = 100;

/** Shows more rows when it scrolls into sight, or when its button is clicked. */
const GrowingEnd = ({ count, onReach }: { readonly count: number; readonly onReach: () => void }) => {
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    if (end.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && reach(), {
      rootMargin: "800px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={end} className="flex justify-center p-2">
      <Button onClick={onReach}>{t.categories.showMore(count)}</Button>
    </div>
  );
};

type CategoryListProps = RowActions & {
  readonly categories: readonly CategoryCounts[];
  readonly editing: ReadonlySet<number>;
};

export const CategoryList = ({ categories, editing, ...actions }: CategoryListProps) => {
  const focusRef = useRowFocus({ next: t.categories.nextRow, previous: t.categories.previousRow });
  const [shown, setShown] = useState(STEP);
  return (
    <div ref={focusRef} tabIndex={-1} className="@container rounded-xl border border-line bg-surface outline-none">
      <div
        aria-hidden
        className={`${categoryGrid} hidden! border-b border-line py-2 text-sm font-medium text-muted @4xl:grid!`}
      >
        <span>{t.categories.columns.name}</span>
        <span className="text-right">{t.categories.columns.total}</span>
        {PetStatus.options.map((status) => (
          <span key={status} className="text-right">
            {t.common.status[status]}
          </span>
        ))}
        <span />
      </div>
      <ul>
        {categories.slice(0, shown).map((category) => (
          <CategoryRow
            key={category.categoryId}
            category={category}
            isEditing={editing.has(category.categoryId)}
            {...actions}
          />
        ))}
      </ul>
      {shown < categories.length && (
        // The key creates a new element after each step, because an element that stays in sight is reported only once.
        <GrowingEnd
          key={shown}
          count={Math.min(STEP, categories.length - shown)}
          onReach={() => setShown(shown + STEP)}
        />
      )}
    </div>
  );
};

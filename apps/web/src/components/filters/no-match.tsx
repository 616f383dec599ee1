import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../texts";
import { filtering } from "../../texts/filtering";
import { Button } from "../button";
import { EmptyState } from "../states";

/** A filter that is set, in words, and how to remove it. */
export type SetFilter = { readonly words: string; readonly onRemove: () => void };

/** The typed text as a filter. */
export const searchedFilter = (text: string | undefined, onRemove: () => void): readonly SetFilter[] =>
  text === undefined ? [] : [{ words: t.print.searched(text), onRemove }];

type NoMatchProps<One extends SetFilter> = {
  readonly title: string;
  readonly filters: readonly One[];
  readonly onClear: () => void;
  /** Renders the button that removes one of several filters, or null if nothing matches without it either. */
  readonly renderRemoval?: (filter: One) => ReactNode;
};

/** The button that removes a filter. */
export const Removal = ({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) => (
  <li className="max-w-full">
    <Button className="max-w-full wrap-anywhere" onClick={onRemove}>
      <span>{text}</span>
    </Button>
  </li>
);

const usualRemoval = ({ words, onRemove }: SetFilter) => (
  <Removal key={words} text={filtering.without(words)} onRemove={onRemove} />
);

/**
 * Takes the place of a list without a match. It names the filters, because they may be out of sight or come from a link,
 * and offers to remove each of them.
 */
export const NoMatch = <One extends SetFilter>(props: NoMatchProps<One>) => {
  const { title, filters, onClear, renderRemoval = usualRemoval } = props;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={title}
      {...(filters.length > 0 && { detail: filtering.lookingFor(filters.map(({ words }) => words).join(" · ")) })}
      action={
        <div className="flex flex-col items-center gap-4">
          {filters.length > 1 && (
            <ul className="flex flex-wrap justify-center gap-2 empty:hidden">{filters.map(renderRemoval)}</ul>
          )}
          <Button onClick={onClear}>{t.common.clearFilters}</Button>
        </div>
      }
    />
  );
};

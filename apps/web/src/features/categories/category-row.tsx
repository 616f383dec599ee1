import { PetStatus } from "@petstore/contract/schemas";
import { Link } from "@tanstack/react-router";
import { Merge, Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import { Badge } from "../../components/badge";
import { Button, IconButton } from "../../components/button";
import { Data } from "../../components/data";
import { type CategoryCounts, totalOf } from "../../lib/pets/category-counts";
import { formatNumber } from "../../lib/text/format";
import { t } from "../../texts";
import { nameOf } from "./queries";
import { RenameForm } from "./rename-form";

const linkClass =
  "inline-flex min-h-6 items-center rounded tabular-nums underline-offset-2 hover:underline pointer-coarse:min-h-11";

/** Each count is a link to the list of its animals. */
const Counts = ({ category }: { readonly category: CategoryCounts }) => {
  const { categoryId } = category;
  const inName = <span className="sr-only"> {t.categories.inCategory(nameOf(category))}</span>;
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-4 text-sm @4xl:contents">
      {totalOf(category) === 0 ? (
        <span className="flex min-h-6 items-center text-muted @4xl:justify-end pointer-coarse:min-h-11">
          <span className="hidden @4xl:inline">{formatNumber(0)}</span>
          <span className="@4xl:hidden">{t.categories.animals(0)}</span>
        </span>
      ) : (
        <Link to="/animals" search={{ categoryId }} className={`${linkClass} font-medium @4xl:justify-self-end`}>
          <span aria-hidden className="hidden @4xl:inline">
            {formatNumber(totalOf(category))}
          </span>
          <span className="@4xl:sr-only">{t.categories.animals(totalOf(category))}</span>
          {inName}
        </Link>
      )}
      {PetStatus.options.map((status) =>
        category[status] === 0 ? (
          <span key={status} className="hidden text-right text-muted @4xl:block">
            {t.categories.none}
          </span>
        ) : (
          <Link
            key={status}
            to="/animals"
            search={{ categoryId, status }}
            className={`${linkClass} gap-1 @4xl:justify-self-end`}
          >
            {formatNumber(category[status])} <span className="text-muted @4xl:sr-only">{t.common.status[status]}</span>
            {inName}
          </Link>
        ),
      )}
    </div>
  );
};

/** The grid of the heading and of the rows. On the phone, the counts have a line of their own. */
export const categoryGrid =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 @4xl:grid-cols-[minmax(0,1fr)_5.5rem_5.5rem_5.5rem_5.5rem_8.5rem]";

export type RowActions = {
  readonly onEdit: (id: number, isEditing: boolean) => void;
  readonly onMerge: (category: CategoryCounts) => void;
  readonly onDelete: (category: CategoryCounts) => void;
};

type CategoryRowProps = RowActions & { readonly category: CategoryCounts; readonly isEditing: boolean };

const Name = ({ category, onEdit }: Pick<CategoryRowProps, "category" | "onEdit">) => {
  const { categoryId, name } = category;
  if (name === null) {
    return (
      <span className="flex min-w-0 items-center gap-2 py-1.5">
        <span title={t.common.category(categoryId)} className="truncate text-sm font-medium">
          {t.common.category(categoryId)}
        </span>
        <span className="hidden sm:inline">
          <Badge tone="warning">{t.categories.noName}</Badge>
        </span>
        <Button data-row-main className="shrink-0" onClick={() => onEdit(categoryId, true)}>
          {t.categories.nameIt}
          <span className="sr-only"> {t.common.category(categoryId)}</span>
        </Button>
      </span>
    );
  }
  return (
    <button
      type="button"
      data-row-main
      title={t.categories.rename(name)}
      onClick={() => onEdit(categoryId, true)}
      className="flex min-h-11 min-w-0 cursor-text items-center gap-2 rounded text-left text-sm font-medium -outline-offset-2"
    >
      <Data className="truncate">{name}</Data>
      <span className="sr-only">{t.categories.rename(name)}</span>
      <Pencil aria-hidden size={14} className="shrink-0 text-muted" />
    </button>
  );
};

/** The browser skips the layout of rows that are off screen, so thousands of rows scroll as fast as ten. */
export const CategoryRow = memo(({ category, isEditing, onEdit, onMerge, onDelete }: CategoryRowProps) => {
  const name = nameOf(category);
  return (
    <li
      data-row={category.categoryId}
      data-unnamed={category.name === null || undefined}
      className={`${categoryGrid} min-h-12 border-b border-line [contain-intrinsic-size:auto_3rem] [content-visibility:auto] last:border-b-0`}
    >
      {isEditing ? (
        <RenameForm category={category} onClose={() => onEdit(category.categoryId, false)} />
      ) : (
        <Name category={category} onEdit={onEdit} />
      )}
      <div className="flex justify-end @4xl:order-last">
        <Button
          variant="quiet"
          aria-label={t.categories.mergeOf(name)}
          title={t.categories.mergeOf(name)}
          icon={<Merge aria-hidden size={16} />}
          className="min-w-9 px-2! pointer-coarse:min-w-11"
          onClick={() => onMerge(category)}
        >
          <span className="hidden @4xl:inline">{t.categories.merge.action}</span>
        </Button>
        {totalOf(category) === 0 && (
          <IconButton label={t.categories.deleteOf(name)} onClick={() => onDelete(category)}>
            <Trash2 aria-hidden size={16} />
          </IconButton>
        )}
      </div>
      <Counts category={category} />
    </li>
  );
});

import type { Attribute } from "@petstore/contract/client";
import { PetSort } from "@petstore/contract/schemas";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Checkbox } from "../../../components/checkbox";
import { classNames } from "../../../components/class-names";
import { Data } from "../../../components/data";
import { Skeleton } from "../../../components/states";
import { Cell, HeaderCell, Table } from "../../../components/table";
import { typeOf } from "../../../lib/pets/attribute-types";
import { PAGE_SIZE } from "../../../lib/service/page-links";
import { type PetFieldName, petFields } from "../../../lib/pets/pet-fields";
import { t } from "../../../texts";
import { columnWidths, shownFields } from "./pet-columns";
import { ColumnValue, RowCheckbox, RowFace, RowField } from "./row-parts";
import type { ListProps, RowProps } from "./row-props";
import type { PetOrder } from "../search";

type ColumnsProps = { readonly columns?: readonly Attribute[] };

const Columns = ({ columns = [] }: ColumnsProps) => (
  <colgroup>
    {["w-11 print:hidden", "w-32", ...columnWidths(columns.length > 0)].map((width, at) => (
      <col key={at} className={width} />
    ))}
    {columns.map(({ id }) => (
      <col key={id} className="w-36" />
    ))}
  </colgroup>
);

const rowClass = "group relative h-11 hover:bg-sunken has-focus-visible:bg-sunken [&:last-child>td]:border-b-0";

/** The classes of cells that cut a long text. */
const cells = {
  text: "max-w-0 truncate py-0!",
  category: "max-w-0 truncate py-0! text-muted",
  status: "py-0!",
} as const;

const Row = memo(({ isSelected, onSelect, ...row }: RowProps) => (
  <tr data-row={row.pet.id} aria-selected={isSelected} className={classNames(rowClass, isSelected && "selected-row")}>
    <Cell className="py-0! select-none print:hidden">
      <span className="relative z-1 flex">
        <RowCheckbox pet={row.pet} isSelected={isSelected} onSelect={onSelect} />
      </span>
    </Cell>
    <Cell className="py-0! text-muted tabular-nums">
      <Data>{row.pet.id}</Data>
    </Cell>
    {shownFields.map((name) => (
      <Cell key={name} className={cells[petFields[name].kind]}>
        {name === "name" ? (
          <span className="flex items-center gap-2.5">
            <RowFace pet={row.pet} warning={row.warning} />
            <span className="min-w-0 flex-1 truncate">
              <RowField name={name} {...row} />
            </span>
          </span>
        ) : (
          <RowField name={name} {...row} />
        )}
      </Cell>
    ))}
    {row.columns.map((one) => (
      <Cell key={one.id} className={cells.category}>
        <ColumnValue one={one} pet={row.pet} />
      </Cell>
    ))}
  </tr>
));

type Sort = NonNullable<PetOrder["sort"]>;
/** A column is sorted by its name, or in descending order by its name after a `-`. */
type SortColumn = Exclude<Sort, `-${string}` | "relevance">;

const isSorted = (name: PetFieldName): name is PetFieldName & SortColumn =>
  PetSort.options.some((sort) => sort === name);

type SortHeaderProps = {
  /** The value of `sort` for this column. */
  readonly column: SortColumn;
  readonly label: string;
  readonly sort: PetOrder["sort"];
  readonly onSort: ListProps["onSort"];
};

const SortHeader = ({ column, label, sort = "id", onSort }: SortHeaderProps) => {
  const isDown = sort === `-${column}`;
  const isOn = isDown || sort === column;
  const next: Sort = sort === column ? `-${column}` : column;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <HeaderCell aria-sort={isOn ? (isDown ? "descending" : "ascending") : "none"} className="py-0!">
      <button
        type="button"
        title={t.pets.sortBy(label)}
        onClick={() => onSort(next)}
        className="group -mx-1 flex print:hidden h-10 max-w-full items-center gap-1 rounded px-1 font-medium hover:text-text pointer-coarse:h-11"
      >
        <span className="truncate">{label}</span>
        <Arrow aria-hidden size={14} className={classNames("shrink-0", !isOn && "opacity-0 group-hover:opacity-50")} />
      </button>
      {/* Chromium does not repeat a button on the next page, so this text replaces it on paper. */}
      <span aria-hidden className="hidden print:inline">
        {label}
      </span>
    </HeaderCell>
  );
};

type HeadProps = Pick<ListProps, "sort" | "onSort"> & ColumnsProps & { readonly children: ReactNode };

const Head = ({ sort, onSort, columns = [], children }: HeadProps) => (
  <>
    <Columns columns={columns} />
    <thead>
      <tr className="h-10">
        <HeaderCell className="py-0! print:hidden">{children}</HeaderCell>
        <SortHeader column="id" label={t.pets.number} sort={sort} onSort={onSort} />
        {shownFields.map((name) =>
          isSorted(name) ? (
            <SortHeader key={name} column={name} label={petFields[name].label} sort={sort} onSort={onSort} />
          ) : (
            <HeaderCell key={name}>{petFields[name].label}</HeaderCell>
          ),
        )}
        {columns.map((one) =>
          typeOf(one)?.isSortable === true ? (
            <SortHeader key={one.id} column={`attributes.${one.name}`} label={one.label} sort={sort} onSort={onSort} />
          ) : (
            <HeaderCell key={one.id} className="truncate">
              <Data>{one.label}</Data>
            </HeaderCell>
          ),
        )}
      </tr>
    </thead>
  </>
);

/** The head of the table stays below the bar of the list. It needs a background, because `HeaderCell` has none. */
const tableClass =
  "table-fixed [&_th]:sticky [&_th]:top-12 [&_th]:z-10 [&_th]:bg-surface [&_th:first-child]:rounded-tl-xl [&_th:last-child]:rounded-tr-xl";
/** A table with many columns scrolls sideways inside its own box. */
const wideTableClass = "min-w-400 table-fixed";

export const PetTable = (props: ListProps) => {
  const { pets, nameOf, warningOf, hrefOf, isSelected, onSelectPage, sort, onSort, rowFocus, isStale, ...row } = props;
  const selected = pets.filter(({ id }) => isSelected(id)).length;
  const { columns } = row;
  const isLong = columns.length <= 3;
  return (
    <Table label={t.pets.list} isLong={isLong} className={isLong ? tableClass : wideTableClass}>
      <Head sort={sort} onSort={onSort} columns={columns}>
        <span className="flex">
          <Checkbox
            label={t.pets.select.page}
            checked={selected > 0 && selected === pets.length}
            isMixed={selected > 0 && selected < pets.length}
            onCheckedChange={onSelectPage}
          />
        </span>
      </Head>
      <tbody
        ref={rowFocus}
        tabIndex={-1}
        aria-busy={isStale}
        className={classNames("outline-none transition-opacity", isStale && "opacity-50")}
      >
        {pets.map((pet) => (
          <Row
            key={pet.id}
            pet={pet}
            category={nameOf(pet.categoryId)}
            warning={warningOf(pet.id)}
            href={hrefOf(pet.id)}
            isSelected={isSelected(pet.id)}
            {...row}
          />
        ))}
      </tbody>
    </Table>
  );
};

const fieldBars = { text: "h-4 w-40", category: "h-4 w-28", status: "h-6 w-20 rounded-full" } as const;
const bars = ["size-4.5", "h-4 w-14", ...shownFields.map((name) => fieldBars[petFields[name].kind])];

/** A placeholder with the size of a full page. */
export const PetTableSkeleton = ({ sort, onSort }: Pick<ListProps, "sort" | "onSort">) => (
  <div role="status" aria-label={t.common.loading}>
    <Table label={t.pets.list} isLong className={tableClass}>
      <Head sort={sort} onSort={onSort}>
        <span className="sr-only">{t.pets.select.page}</span>
      </Head>
      <tbody aria-hidden className="animate-pulse">
        {Array.from({ length: PAGE_SIZE }, (_, at) => (
          <tr key={at} className="h-11">
            {bars.map((bar, column) => (
              <Cell key={column} className="py-0!">
                <Skeleton className={bar} />
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
);

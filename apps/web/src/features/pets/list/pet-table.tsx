import { memo, useCallback, useState } from "react";
import { Checkbox } from "../../../components/checkbox";
import { classNames } from "../../../components/class-names";
import { Data } from "../../../components/data";
import { Skeleton } from "../../../components/states";
import { Cell, Table } from "../../../components/table";
import { useStore } from "../../../lib/page/store";
import { PAGE_SIZE } from "../../../lib/service/page-links";
import { petFields } from "../../../lib/pets/pet-fields";
import { t } from "../../../texts";
import { type ColumnWidths, columnWidths, leastWidth } from "../column-widths";
import { shownFields } from "./pet-columns";
import { ColumnValue, RowCheckbox, RowFace, RowField } from "./row-parts";
import type { ColumnArrangement, ListProps, RowProps } from "./row-props";
import { Head } from "./table-head";

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

/** The head of the table stays below the bar of the list. It needs a background, because `HeaderCell` has none. */
const tableClass =
  "table-fixed [&_th]:sticky [&_th]:top-12 [&_th]:z-10 [&_th]:bg-surface [&_th:first-child]:rounded-tl-xl [&_th:last-child]:rounded-tr-xl";

/** The widths that are remembered, and the one that is changing now. */
const useColumnWidths = () => {
  const remembered = useStore(columnWidths);
  const [changing, setChanging] = useState<ColumnWidths>({});
  const onResize = useCallback<ColumnArrangement["onResize"]>((key, width, isDone) => {
    setChanging(isDone ? {} : { [key]: width });
    if (!isDone) return;
    const { [key]: _before, ...others } = columnWidths.get();
    columnWidths.set(width === undefined ? others : { ...others, [key]: width });
  }, []);
  return { widths: { ...remembered, ...changing }, onResize };
};

export type PetTableProps = ListProps & {
  readonly onMoveColumn: ColumnArrangement["onMove"];
  /** The room for the table, in pixels; undefined until it is known. */
  readonly room: number | undefined;
};

export const PetTable = ({ room, onMoveColumn, ...props }: PetTableProps) => {
  const { pets, nameOf, warningOf, hrefOf, isSelected, onSelectPage, sort, onSort, rowFocus, isStale, ...row } = props;
  const selected = pets.filter(({ id }) => isSelected(id)).length;
  const { columns } = row;
  const { widths, onResize } = useColumnWidths();
  const least = leastWidth(columns, widths);
  // A table that does not fit scrolls sideways inside its own box.
  const isLong = room === undefined || least <= room;
  return (
    <Table
      label={t.pets.list}
      isLong={isLong}
      className={isLong ? tableClass : "table-fixed"}
      {...(!isLong && { leastWidth: least })}
    >
      <Head sort={sort} onSort={onSort} columns={columns} arrangement={{ widths, onResize, onMove: onMoveColumn }}>
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

const unmovable = { onResize: () => undefined, onMove: () => undefined };

/** A placeholder with the size of a full page. */
export const PetTableSkeleton = ({ sort, onSort }: Pick<ListProps, "sort" | "onSort">) => (
  <div role="status" aria-label={t.common.loading}>
    <Table label={t.pets.list} isLong className={tableClass}>
      <Head sort={sort} onSort={onSort} columns={[]} arrangement={{ ...unmovable, widths: useStore(columnWidths) }}>
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

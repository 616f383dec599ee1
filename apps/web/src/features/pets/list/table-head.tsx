import type { Attribute } from "@petstore/contract/client";
import { PetSort } from "@petstore/contract/schemas";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "../../../components/class-names";
import { ColumnHandle } from "../../../components/column-handle";
import { Data } from "../../../components/data";
import { HeaderCell } from "../../../components/table";
import { typeOf } from "../../../lib/pets/attribute-types";
import { dateMeaning } from "../../../lib/pets/date-meanings";
import { type PetFieldName, petFields } from "../../../lib/pets/pet-fields";
import { useDragOrder } from "../../../lib/page/use-drag-order";
import { t } from "../../../texts";
import { listColumns } from "../../../texts/list-columns";
import {
  type ColumnKey,
  fixedWidths,
  isResizable,
  keyOf,
  MAX_COLUMN,
  MIN_COLUMN,
  type ResizableColumn,
  widthOf,
} from "../column-widths";
import type { PetOrder } from "../search";
import { shownFields } from "./pet-columns";
import type { ColumnArrangement, ListProps } from "./row-props";

type Sort = NonNullable<PetOrder["sort"]>;
/** A column is sorted by its name, or in descending order by its name after a `-`. */
type SortColumn = Exclude<Sort, `-${string}` | "relevance">;

const isSorted = (name: PetFieldName): name is PetFieldName & SortColumn =>
  PetSort.options.some((sort) => sort === name);

type SortButtonProps = Pick<HeadProps, "sort" | "onSort"> & {
  /** The value of `sort` for this column. */
  readonly column: SortColumn;
  readonly label: string;
  /** Whether the column shows how long ago a day was, which increases as the day decreases. */
  readonly isInverse?: boolean;
};

const orderOf = ({ column, sort = "id", isInverse = false }: Omit<SortButtonProps, "label" | "onSort">) => {
  const [up, down]: readonly [Sort, Sort] = isInverse ? [`-${column}`, column] : [column, `-${column}`];
  return { isDown: sort === down, isOn: sort === up || sort === down, next: sort === up ? down : up };
};

const SortButton = ({ children, ...props }: SortButtonProps & { readonly children: ReactNode }) => {
  const { isDown, isOn, next } = orderOf(props);
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      title={t.pets.sortBy(props.label)}
      onClick={() => props.onSort(next)}
      className="group -mx-1 flex print:hidden h-10 max-w-full items-center gap-1 rounded px-1 font-medium hover:text-text pointer-coarse:h-11"
    >
      {children}
      <Arrow aria-hidden size={14} className={classNames("shrink-0", !isOn && "opacity-0 group-hover:opacity-50")} />
    </button>
  );
};

type HeadCellProps = ComponentProps<"th"> & {
  readonly label: string;
  /** Whether the store made the label. */
  readonly isData?: boolean;
  /** What the column is called on paper, where days are written out. */
  readonly printed?: ReactNode;
  readonly order?: Omit<SortButtonProps, "label"> | undefined;
  readonly handle?: ReactNode;
};

const HeadCell = ({ label, isData = false, printed = label, order, handle, className, ...rest }: HeadCellProps) => {
  const id = useId();
  const { isOn = false, isDown = false } = order === undefined ? {} : orderOf(order);
  const direction = isOn ? (isDown ? "descending" : "ascending") : "none";
  const name = (
    <span id={id} translate={isData ? "no" : undefined} className="truncate">
      {label}
    </span>
  );
  return (
    <HeaderCell
      {...rest}
      // Otherwise the name of the handle would be a part of the column's name.
      aria-labelledby={id}
      aria-sort={order === undefined ? undefined : direction}
      className={classNames("relative py-0!", className)}
    >
      {order === undefined ? (
        <span className="flex print:hidden">{name}</span>
      ) : (
        <SortButton {...order} label={label}>
          {name}
        </SortButton>
      )}
      {/* Chromium does not repeat a button on the next page, so this text replaces it on paper. */}
      <span aria-hidden translate={isData ? "no" : undefined} className="hidden print:inline">
        {printed}
      </span>
      {handle}
    </HeaderCell>
  );
};

const Columns = ({
  columns,
  widths,
}: { readonly columns: readonly Attribute[] } & Pick<ColumnArrangement, "widths">) => (
  <colgroup>
    <col className="print:hidden" style={{ width: fixedWidths.select }} />
    <col style={{ width: fixedWidths.id }} />
    {shownFields.map((name) => (
      <col key={name} {...(isResizable(name) && { style: { width: widthOf(name, widths) } })} />
    ))}
    {columns.map((one) => (
      <col key={one.id} style={{ width: widthOf(one, widths) }} />
    ))}
  </colgroup>
);

/** The number of columns before those that people can move. */
const FIXED = 2 + shownFields.length;

const headOf = (one: Attribute): string => {
  const meaning = dateMeaning(one);
  if (meaning === undefined) return one.label;
  return meaning === "birth" ? listColumns.age : listColumns.daysHere;
};

/** Gives the focus back to the handle of a column that was moved by keys, because moving its cell takes the focus. */
const useKeptFocus = (columns: readonly Attribute[]) => {
  const row = useRef<HTMLTableRowElement>(null);
  const order = columns.map(({ name }) => name).join(" ");
  const moved = useRef<{ readonly key: ColumnKey; readonly before: string }>(undefined);
  useLayoutEffect(() => {
    if (moved.current === undefined || moved.current.before === order) return;
    row.current?.querySelector<HTMLElement>(`[data-column="${moved.current.key}"] [role=separator]`)?.focus();
    moved.current = undefined;
  }, [order]);
  return {
    row,
    keep: (key: ColumnKey) => {
      moved.current = { key, before: order };
    },
  };
};

type HeadProps = Pick<ListProps, "sort" | "onSort" | "columns"> & {
  readonly arrangement: ColumnArrangement;
  /** The content of the first cell. */
  readonly children: ReactNode;
};

/** The heads of the columns. People sort by them, change their widths, and move the columns of the store's own fields. */
export const Head = ({ sort, onSort, columns, arrangement, children }: HeadProps) => {
  const { widths, onResize, onMove } = arrangement;
  const { row, keep } = useKeptFocus(columns);
  const [said, setSaid] = useState("");
  const moveTo = (from: number, to: number) => {
    const one = columns[from];
    if (one === undefined || from === to || columns[to] === undefined) return;
    onMove(from, to);
    setSaid(listColumns.moved(headOf(one), FIXED + to, FIXED + columns.length - 1));
  };
  const { drag, handle } = useDragOrder((from, to) => moveTo(from - FIXED, Math.max(0, to - FIXED)), true);
  const edgeOf = (at: number) => {
    const to = drag === undefined ? -1 : Math.max(FIXED, drag.to);
    if (drag === undefined || to !== at || to === drag.from) return undefined;
    return to > drag.from ? "shadow-[inset_-3px_0] shadow-accent" : "shadow-[inset_3px_0] shadow-accent";
  };
  const edge = (column: ResizableColumn, key: ColumnKey, label: string, move?: (by: -1 | 1) => void) => (
    <ColumnHandle
      label={label}
      width={widthOf(column, widths)}
      minimum={MIN_COLUMN}
      maximum={MAX_COLUMN}
      onResize={(width, isDone) => onResize(key, width, isDone)}
      onReset={() => onResize(key, undefined, true)}
      onMove={move}
    />
  );
  return (
    <>
      <Columns columns={columns} widths={widths} />
      <thead>
        <tr ref={row} className="h-10" data-drag-list="row">
          <HeaderCell className="py-0! print:hidden">
            {children}
            <span role="status" className="sr-only">
              {said}
            </span>
          </HeaderCell>
          <HeadCell label={t.pets.number} order={{ column: "id", sort, onSort }} />
          {shownFields.map((name) => (
            <HeadCell
              key={name}
              label={petFields[name].label}
              order={isSorted(name) ? { column: name, sort, onSort } : undefined}
              handle={isResizable(name) && edge(name, name, petFields[name].label)}
            />
          ))}
          {columns.map((one, at) => {
            const key = keyOf(one);
            const label = headOf(one);
            const isInverse = dateMeaning(one) !== undefined;
            return (
              <HeadCell
                key={one.id}
                data-column={key}
                title={listColumns.drag}
                label={label}
                isData={!isInverse}
                printed={<Data>{one.label}</Data>}
                order={typeOf(one)?.isSortable === true ? { column: key, sort, onSort, isInverse } : undefined}
                handle={edge(one, key, label, (by) => {
                  if (columns[at + by] !== undefined) keep(key);
                  moveTo(at, at + by);
                })}
                className={classNames(
                  "touch-pan-y select-none",
                  drag?.from === FIXED + at && "opacity-50",
                  edgeOf(FIXED + at),
                )}
                {...handle(FIXED + at)}
              />
            );
          })}
        </tr>
      </thead>
    </>
  );
};

import { Link, type LinkProps } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { useMediaQuery } from "../lib/page/media-query";
import { useRowFocus } from "../lib/page/row-focus";
import { classNames } from "./class-names";
import { Data } from "./data";
import { Cell, HeaderCell, Table } from "./table";

/** A column of the table. */
export type Column<Row> = {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly className?: string;
  /**
   * How a card shows the column: below the name, or with its label. If it is absent, only the table shows the column.
   */
  readonly card?: "below" | "labelled";
};

/** The texts of the list. */
type ListTexts = {
  readonly title: string;
  readonly open: (name: string) => string;
  readonly nextRow: string;
  readonly previousRow: string;
};

type ResourceListProps<Row> = {
  readonly rows: readonly Row[];
  readonly texts: ListTexts;
  /** The page whose search parameter `open` opens a row. */
  readonly to: NonNullable<LinkProps["to"]>;
  /** The first column, which contains the name. The name is the link that opens the row. */
  readonly name: {
    readonly label: string;
    readonly of: (row: Row) => string;
    readonly badge?: (row: Row) => ReactNode;
    readonly detail?: (row: Row) => ReactNode;
    readonly className?: string;
  };
  readonly columns: readonly Column<Row>[];
  /** Returns the content that a card shows below its columns, and that the table does not show. */
  readonly cardDetail?: (row: Row) => ReactNode;
  /** Returns the menu of a row, which is the last column. */
  readonly renderMenu?: (row: Row) => ReactNode;
  /** The head of the last column, for screen readers. */
  readonly menuLabel?: string;
  /** A media query for the widths at which the list is a table. */
  readonly wide?: string;
};

type Row = { readonly id: number };

const Name = <One extends Row>({ row, to, name, texts }: ResourceListProps<One> & { readonly row: One }) => (
  <span className="inline-flex flex-wrap items-center gap-2">
    <Link
      to={to}
      // The parameters differ between pages, but all pages have `open`.
      search={(search: object) => ({ ...search, open: row.id })}
      data-row-main
      aria-label={texts.open(name.of(row))}
      className="text-base font-medium wrap-anywhere name-link"
    >
      <Data>{name.of(row)}</Data>
    </Link>
    {name.badge?.(row)}
  </span>
);

const ResourceTable = <One extends Row>(props: ResourceListProps<One>) => {
  const { rows, texts, name, columns, renderMenu, menuLabel } = props;
  return (
    <Table label={texts.title}>
      <thead>
        <tr>
          <HeaderCell>{name.label}</HeaderCell>
          {columns.map(({ label }) => (
            <HeaderCell key={label}>{label}</HeaderCell>
          ))}
          {renderMenu !== undefined && (
            <HeaderCell>
              <span className="sr-only">{menuLabel}</span>
            </HeaderCell>
          )}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {rows.map((row) => (
          <tr
            key={row.id}
            data-row
            className={classNames(
              "focus-within:bg-sunken hover:bg-sunken",
              name.detail === undefined ? "h-11" : "h-14",
            )}
          >
            <Cell className={name.className}>
              <Name {...props} row={row} />
              {name.detail !== undefined && <span className="block">{name.detail(row)}</span>}
            </Cell>
            {columns.map(({ label, cell, className }) => (
              <Cell key={label} className={className}>
                {cell(row)}
              </Cell>
            ))}
            {renderMenu !== undefined && <Cell className="w-12 text-right">{renderMenu(row)}</Cell>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

const ResourceCards = <One extends Row>(props: ResourceListProps<One>) => {
  const { rows, name, columns, cardDetail, renderMenu } = props;
  const below = columns.filter(({ card }) => card === "below");
  const labelled = columns.filter(({ card }) => card === "labelled");
  return (
    <ul className="flex flex-col gap-2">
      {rows.map((row) => (
        <li
          key={row.id}
          data-row
          className="flex items-start gap-2 rounded-xl border border-line bg-surface py-2 pr-1 pl-3"
        >
          <div className="flex min-w-0 flex-1 flex-col gap-1 py-1 text-sm">
            <Name {...props} row={row} />
            {name.detail?.(row)}
            {below.map(({ label, cell }) => (
              <Fragment key={label}>{cell(row)}</Fragment>
            ))}
            {cardDetail?.(row)}
            {labelled.length > 0 && (
              <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-muted [&_dd]:text-text">
                {labelled.map(({ label, cell }) => (
                  <Fragment key={label}>
                    <dt>{label}</dt>
                    <dd>{cell(row)}</dd>
                  </Fragment>
                ))}
              </dl>
            )}
          </div>
          {renderMenu?.(row)}
        </li>
      ))}
    </ul>
  );
};

/** Lists the rows of a resource: as a table, or as cards on the phone. The arrow keys move between the rows. */
export const ResourceList = <One extends Row>(props: ResourceListProps<One>) => {
  const { texts, wide = "(min-width: 60rem)" } = props;
  const isWide = useMediaQuery(wide);
  const list = useRowFocus({ next: texts.nextRow, previous: texts.previousRow });
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {isWide ? <ResourceTable {...props} /> : <ResourceCards {...props} />}
    </div>
  );
};

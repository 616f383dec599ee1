import type { Statistics } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Data } from "../../../components/data";
import { Cell, HeaderCell, Table } from "../../../components/table";
import { categoryName } from "../../../lib/pets/categories";
import { formatDecimal, formatNumber } from "../../../lib/text/format";
import { t } from "../../../texts";
import { report as texts } from "../../../texts/report";
import { CountLink } from "../activity-panel";
import { averageStay, type Numbers, type Period } from "./numbers";
import { moneyText, periodText } from "./words";

/** The numbers of events that the report shows, in their order. */
export const counted = ["added", "imported", "sold", "ordered"] as const;
type Category = NonNullable<Statistics["categories"]>[number];

export const categoryText = ({ categoryId: id, name }: Category): string =>
  id === null ? texts.noCategory : categoryName({ id, name });

/** Shows what was paid, one line for each currency. */
export const Paid = ({ numbers, hasCode }: { readonly numbers: Numbers; readonly hasCode: boolean }) => {
  const paid = numbers.sales?.paid ?? [];
  return paid.length === 0 ? (
    <Data>–</Data>
  ) : (
    paid.map((money) => (
      <Data key={money.currency} className="block whitespace-nowrap">
        {moneyText(money, hasCode)}
      </Data>
    ))
  );
};

export const Stay = ({ numbers }: { readonly numbers: Numbers }) => {
  const average = averageStay(numbers);
  return <Data>{average === undefined ? "–" : formatDecimal(average)}</Data>;
};

const number = "text-right tabular-nums";
const linkClass = "inline-flex min-h-6 min-w-6 items-center justify-end";

type Row = {
  readonly key: string | number;
  readonly head: ReactNode;
  readonly numbers: Numbers;
  /** The days whose events the counts link to; undefined for numbers that no list shows. */
  readonly days?: Period["days"];
};

type CountProps = Pick<Row, "numbers" | "days"> & { readonly name: (typeof counted)[number] };

const Count = ({ numbers, name, days }: CountProps) => {
  const figure = <Data>{formatNumber(numbers[name])}</Data>;
  return name === "imported" || numbers[name] === 0 || days === undefined ? (
    figure
  ) : (
    <CountLink counted={name} days={days} className={linkClass}>
      {figure}
    </CountLink>
  );
};

type FiguresProps = Pick<Row, "numbers" | "days"> & { readonly hasCode: boolean };

/** The labels of the figures of a row, each with what it shows. */
const figuresOf = ({ numbers, days, hasCode }: FiguresProps): readonly (readonly [string, ReactNode])[] => [
  ...counted.map(
    (name) =>
      [t.today.activity[name], <Count key={name} numbers={numbers} name={name} {...(days && { days })} />] as const,
  ),
  [texts.paid, <Paid key="paid" numbers={numbers} hasCode={hasCode} />],
  [texts.stay, <Stay key="stay" numbers={numbers} />],
];

const labels = [...counted.map((name) => t.today.activity[name]), texts.paid, texts.stay];

const Cells = (props: FiguresProps) =>
  figuresOf(props).map(([label, figure]) => (
    <Cell key={label} className={number}>
      {figure}
    </Cell>
  ));

const Card = ({ head, ...figures }: FiguresProps & Pick<Row, "head">) => (
  <li className="rounded-lg border border-line px-3 py-2">
    <p className="font-medium wrap-anywhere">{head}</p>
    <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-sm">
      {figuresOf(figures).map(([label, figure]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-muted">{label}</dt>
          <dd className={number}>{figure}</dd>
        </div>
      ))}
    </dl>
  </li>
);

type FrameProps = {
  readonly label: string;
  readonly first: string;
  readonly rows: readonly Row[];
  readonly total: Numbers;
  readonly hasCode: boolean;
};

/** A table or, where seven columns have no room, a card for each of its rows. */
const Frame = ({ label, first, rows, total, hasCode }: FrameProps) => (
  <div className="@container">
    <div className="hidden @4xl:block print:block">
      <Table label={label}>
        <thead>
          <tr>
            <HeaderCell>{first}</HeaderCell>
            {labels.map((one) => (
              <HeaderCell key={one} className="text-right">
                {one}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, ...row }) => (
            <tr key={key}>
              <Cell className="min-w-32 wrap-anywhere">{head}</Cell>
              <Cells {...row} hasCode={hasCode} />
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <Cell>{t.today.stock.total}</Cell>
            <Cells numbers={total} hasCode={hasCode} />
          </tr>
        </tfoot>
      </Table>
    </div>
    <ul aria-label={label} className="flex flex-col gap-2 @4xl:hidden print:hidden">
      {rows.map(({ key, ...row }) => (
        <Card key={key} {...row} hasCode={hasCode} />
      ))}
      <Card head={t.today.stock.total} numbers={total} hasCode={hasCode} />
    </ul>
  </div>
);

type PeriodsProps = {
  readonly periods: readonly Period[];
  readonly isWeeks: boolean;
  readonly total: Numbers;
  readonly hasCode: boolean;
};

/** The numbers of each week or day. The counts link to the events that they count. */
export const PeriodTable = ({ periods, isWeeks, total, hasCode }: PeriodsProps) => (
  <Frame
    label={isWeeks ? texts.byWeek : texts.byDay}
    first={isWeeks ? texts.week : t.today.activity.day}
    rows={periods.map((period) => ({
      key: period.date,
      head: <Data className="whitespace-nowrap">{periodText(period)}</Data>,
      numbers: period,
      days: period.days,
    }))}
    total={total}
    hasCode={hasCode}
  />
);

type CategoriesProps = {
  readonly categories: readonly Category[];
  readonly total: Numbers;
  readonly hasCode: boolean;
};

const CategoryHead = ({ category }: { readonly category: Category }) =>
  category.categoryId === null ? (
    <span className="text-muted">{categoryText(category)}</span>
  ) : (
    <Link
      to="/animals"
      search={{ categoryId: category.categoryId }}
      className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
    >
      <Data>{categoryText(category)}</Data>
    </Link>
  );

/** The numbers of each category, those with most sales first. */
export const CategoryTable = ({ categories, total, hasCode }: CategoriesProps) => (
  <Frame
    label={texts.byCategory}
    first={t.today.stock.category}
    rows={categories
      .toSorted((one, other) => other.sold - one.sold || other.added - one.added)
      .map((one) => ({ key: one.categoryId ?? "none", head: <CategoryHead category={one} />, numbers: one }))}
    total={total}
    hasCode={hasCode}
  />
);

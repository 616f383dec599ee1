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

const counted = ["added", "imported", "sold", "ordered"] as const;
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

type CellsProps = {
  readonly numbers: Numbers;
  readonly hasCode: boolean;
  /** The days whose events the counts link to; undefined for numbers that no list shows. */
  readonly days?: Period["days"];
};

const Cells = ({ numbers, hasCode, days }: CellsProps) => (
  <>
    {counted.map((name) => {
      const figure = <Data>{formatNumber(numbers[name])}</Data>;
      const hasLink = name !== "imported" && numbers[name] > 0 && days !== undefined;
      return (
        <Cell key={name} className={number}>
          {hasLink ? (
            <CountLink counted={name} days={days} className={linkClass}>
              {figure}
            </CountLink>
          ) : (
            figure
          )}
        </Cell>
      );
    })}
    <Cell className={number}>
      <Paid numbers={numbers} hasCode={hasCode} />
    </Cell>
    <Cell className={number}>
      <Stay numbers={numbers} />
    </Cell>
  </>
);

type FrameProps = {
  readonly label: string;
  readonly first: string;
  readonly total: Numbers;
  readonly hasCode: boolean;
  readonly children: ReactNode;
};

const Frame = ({ label, first, total, hasCode, children }: FrameProps) => (
  <Table label={label}>
    <thead>
      <tr>
        <HeaderCell>{first}</HeaderCell>
        {counted.map((name) => (
          <HeaderCell key={name} className="text-right">
            {t.today.activity[name]}
          </HeaderCell>
        ))}
        <HeaderCell className="text-right">{texts.paid}</HeaderCell>
        <HeaderCell className="text-right">{texts.stay}</HeaderCell>
      </tr>
    </thead>
    <tbody>{children}</tbody>
    <tfoot className="font-semibold">
      <tr>
        <Cell>{t.today.stock.total}</Cell>
        <Cells numbers={total} hasCode={hasCode} />
      </tr>
    </tfoot>
  </Table>
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
    total={total}
    hasCode={hasCode}
  >
    {periods.map((period) => (
      <tr key={period.date}>
        <Cell className="whitespace-nowrap">
          <Data>{periodText(period)}</Data>
        </Cell>
        <Cells numbers={period} hasCode={hasCode} days={period.days} />
      </tr>
    ))}
  </Frame>
);

type CategoriesProps = {
  readonly categories: readonly Category[];
  readonly total: Numbers;
  readonly hasCode: boolean;
};

/** The numbers of each category, those with most sales first. */
export const CategoryTable = ({ categories, total, hasCode }: CategoriesProps) => (
  <Frame label={texts.byCategory} first={t.today.stock.category} total={total} hasCode={hasCode}>
    {categories
      .toSorted((one, other) => other.sold - one.sold || other.added - one.added)
      .map((one) => (
        <tr key={one.categoryId ?? "none"}>
          <Cell className="min-w-32 wrap-anywhere">
            {one.categoryId === null ? (
              <span className="text-muted">{categoryText(one)}</span>
            ) : (
              <Link
                to="/animals"
                search={{ categoryId: one.categoryId }}
                className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
              >
                <Data>{categoryText(one)}</Data>
              </Link>
            )}
          </Cell>
          <Cells numbers={one} hasCode={hasCode} />
        </tr>
      ))}
  </Frame>
);

import type { Statistics } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, IconButton } from "../../../components/button";
import { Data } from "../../../components/data";
import { Page, Section } from "../../../components/page";
import { Segments } from "../../../components/segments";
import { EmptyState, LoadError, SkeletonRows } from "../../../components/states";
import { useMinute } from "../../../lib/page/minutes";
import { saveFile } from "../../../lib/service/download";
import { formatNumber } from "../../../lib/text/format";
import { today as dayNow } from "../../../lib/text/local-days";
import { pageTimeZone } from "../../../lib/text/time-zone";
import { t } from "../../../texts";
import { report as texts } from "../../../texts/report";
import { activityRanges } from "../activity";
import { ActivityChart } from "../activity-chart";
import { statisticsQuery } from "../queries";
import { currenciesOf, isByWeek, isNothing, type Numbers, type Period, periodsOf, sumOf } from "./numbers";
import { monthAfter, rangeOf, type ReportRange } from "./range";
import { writeReport } from "./report-csv";
import { CategoryTable, counted, Paid, PeriodTable, Stay } from "./report-tables";
import type { ReportSearch } from "./search";
import { firstWeekday, periodText, rangeText } from "./words";

const MONTH = "month";

type ChoiceProps = { readonly range: ReportRange; readonly today: string; readonly search: ReportSearch };

/** Lets a person choose a number of days, or a month and those before it. */
const RangeChoice = ({ range, today, search }: ChoiceProps) => {
  const navigate = useNavigate();
  const go = (next: ReportSearch) => void navigate({ to: "/report", search: next, replace: true });
  const current = today.slice(0, 7);
  const goTo = (month: string) => go(month === current ? {} : { month });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Segments
        label={texts.range}
        name="report-range"
        value={search.days === undefined ? MONTH : String(search.days)}
        options={[
          { value: MONTH, label: texts.month },
          ...activityRanges.map((days) => ({ value: String(days), label: t.today.activity.period(days) })),
        ]}
        onChange={(value) => {
          const days = activityRanges.find((one) => String(one) === value);
          go(days === undefined ? {} : { days });
        }}
      />
      {range.month !== undefined && (
        <div className="flex items-center gap-1">
          <IconButton label={texts.previous} onClick={() => goTo(monthAfter(range.month ?? current, -1))}>
            <ChevronLeft aria-hidden size={16} />
          </IconButton>
          <IconButton
            label={texts.next}
            disabled={range.month >= current}
            onClick={() => goTo(monthAfter(range.month ?? current, 1))}
          >
            <ChevronRight aria-hidden size={16} />
          </IconButton>
        </div>
      )}
    </div>
  );
};

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flex min-w-0 flex-col max-sm:nth-5:col-span-2 max-sm:nth-6:col-span-2 rounded-xl border border-line bg-surface px-3 py-2 sm:px-4">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-xl font-semibold wrap-anywhere tabular-nums">{children}</dd>
  </div>
);

type FiguresProps = { readonly total: Numbers; readonly hasCode: boolean };

const Figures = ({ total, hasCode }: FiguresProps) => (
  <dl className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] sm:gap-4 xl:grid-cols-3 2xl:grid-cols-6">
    {counted.map((name) => (
      <Figure key={name} label={t.today.activity[name]}>
        <Data>{formatNumber(total[name])}</Data>
      </Figure>
    ))}
    <Figure label={texts.paid}>
      <Paid numbers={total} hasCode={hasCode} />
    </Figure>
    <Figure label={texts.stay}>
      <Stay numbers={total} />
    </Figure>
  </dl>
);

type ChartProps = { readonly periods: readonly Period[]; readonly isWeeks: boolean; readonly range: ReportRange };

/** The chart of Today, with weeks instead of days if there are many. */
const Chart = ({ periods, isWeeks, range }: ChartProps) => {
  const [active, setActive] = useState<number>();
  const total = sumOf(periods);
  const lastDates = new Map(periods.map(({ date, lastDate }) => [date, lastDate]));
  const words = {
    title: texts.chart(rangeText(range)),
    description: t.today.activity.sums(total.added, total.sold),
    pick: isWeeks ? texts.pickWeek : t.today.activity.pick,
    all: rangeText(range),
    nameOf: ({ date }: { readonly date: string }) => periodText({ date, lastDate: lastDates.get(date) ?? date }),
  };
  const one = active === undefined ? undefined : periods[active];
  const shown = one ?? total;
  return (
    <Section title={texts.chart(rangeText(range))}>
      {/* The slider of the chart says the same to a screen reader. */}
      <p aria-hidden className="text-sm">
        {t.today.activity.values(
          one === undefined ? words.all : words.nameOf(one),
          shown.added,
          shown.imported,
          shown.sold,
          shown.ordered,
        )}
      </p>
      <ActivityChart days={periods} active={active} onActive={setActive} words={words} />
    </Section>
  );
};

type ContentProps = { readonly statistics: Statistics; readonly range: ReportRange };

const Content = ({ statistics: { days, categories = [] }, range }: ContentProps) => {
  const total = sumOf(days);
  if (isNothing(total)) return <EmptyState title={texts.none} />;
  const periods = periodsOf(days, firstWeekday());
  const hasCode = currenciesOf(total).length > 1;
  const isWeeks = isByWeek(days);
  return (
    <>
      <Figures total={total} hasCode={hasCode} />
      <Chart key={range.firstDay + range.lastDay} periods={periods} isWeeks={isWeeks} range={range} />
      <Section title={isWeeks ? texts.byWeek : texts.byDay}>
        <PeriodTable periods={periods} isWeeks={isWeeks} total={total} hasCode={hasCode} />
      </Section>
      <Section title={texts.byCategory}>
        <CategoryTable categories={categories} total={total} hasCode={hasCode} />
      </Section>
      <p className="max-w-prose text-sm text-muted">{texts.about}</p>
    </>
  );
};

/** The numbers of a month, or of the last days, by week and by category. */
export const ReportPage = () => {
  const search: ReportSearch = useSearch({ from: "/report" });
  // The page may stay open at midnight.
  useMinute();
  const today = dayNow();
  const range = rangeOf(search, today);
  const { days, firstDay, lastDay } = range;
  const query = useQuery(statisticsQuery({ days, lastDay, timeZone: pageTimeZone(), expand: ["sales", "categories"] }));
  const { data } = query;
  const save = (statistics: Statistics) =>
    saveFile(
      new Blob([writeReport(statistics, firstWeekday())], { type: "text/csv;charset=utf-8" }),
      texts.fileName(firstDay, lastDay),
    );
  return (
    <Page
      title={t.shell.report}
      actions={
        <Button
          icon={<Download aria-hidden size={16} />}
          disabled={data === undefined}
          onClick={() => data !== undefined && save(data)}
        >
          {texts.save}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RangeChoice range={range} today={today} search={search} />
        <h2 className="text-lg font-semibold">
          <Data>{rangeText(range)}</Data>
        </h2>
      </div>
      <LoadError query={query} />
      {data === undefined && query.error === null && <SkeletonRows count={8} className="h-10" />}
      {data !== undefined && <Content statistics={data} range={range} />}
    </Page>
  );
};

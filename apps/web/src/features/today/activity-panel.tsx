import type { Today } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import { Segments } from "../../components/segments";
import { LoadError } from "../../components/states";
import { Cell, HeaderCell, Table } from "../../components/table";
import { useStore } from "../../lib/page/store";
import { formatDay, formatNumber } from "../../lib/text/format";
import { pageTimeZone } from "../../lib/text/time-zone";
import { t } from "../../texts";
import { type ActivityDay, activityDays, activityRanges, chartHeight, inWords, momentsOf, totalsOf } from "./activity";
import { ActivityChart } from "./activity-chart";
import { Panel } from "./panel";
import { statisticsQuery, useToday } from "./queries";

const texts = t.today.activity;

const Figure = ({
  label,
  value,
  sample,
}: {
  readonly label: string;
  readonly value: number;
  readonly sample?: ReactNode;
}) => (
  <>
    {sample}
    <span className="text-muted">{label}</span>
    <Data className="min-w-6 text-base font-semibold text-text tabular-nums">{formatNumber(value)}</Data>
  </>
);

/** A sample of a bar, above or below the line. */
const Sample = ({ isBelow }: { readonly isBelow: boolean }) => (
  <svg aria-hidden width={14} height={16} className="self-center">
    <line x1={0} x2={14} y1={8} y2={8} className="stroke-control-line" />
    <rect x={4} y={isBelow ? 8 : 0} width={6} height={8} className={isBelow ? "fill-on-info-soft" : "fill-accent"} />
  </svg>
);

const figureClass = "flex items-baseline gap-1.5 pointer-coarse:min-h-11";
const linkClass = "underline-offset-2 hover:underline";

type CountLinkProps = {
  readonly counted: "added" | "sold" | "ordered";
  readonly days: readonly ActivityDay[];
  readonly className: string;
  readonly children: ReactNode;
};

/** Links to exactly the events that the number counts. */
export const CountLink = ({ counted, days, className, children }: CountLinkProps) => (
  <Link to="/history" search={{ counted, ...momentsOf(days) }} className={`${linkClass} ${className}`}>
    {children}
  </Link>
);

type LegendProps = { readonly days: readonly ActivityDay[]; readonly active: number | undefined };

/**
 * The legend of the chart. It shows the values of the day under the pointer, or of all days. An import is a single
 * event, so its animals have no list.
 */
const Legend = ({ days, active }: LegendProps) => {
  const day = active === undefined ? undefined : days[active];
  const shown = day === undefined ? days : [day];
  const { added, imported, sold, ordered } = totalsOf(shown);
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
      <span className="w-16 font-medium">
        {day === undefined ? texts.period(days.length) : <Data>{formatDay(day.date)}</Data>}
      </span>
      <CountLink counted="added" days={shown} className={figureClass}>
        <Figure label={texts.added} value={added} sample={<Sample isBelow={false} />} />
      </CountLink>
      <CountLink counted="sold" days={shown} className={figureClass}>
        <Figure label={texts.sold} value={sold} sample={<Sample isBelow />} />
      </CountLink>
      <CountLink counted="ordered" days={shown} className={figureClass}>
        <Figure label={texts.ordered} value={ordered} />
      </CountLink>
      <span className={figureClass}>
        <Figure label={texts.imported} value={imported} />
      </span>
    </div>
  );
};

const columns = ["added", "sold", "ordered", "imported"] as const;

const DayCell = ({ day, name }: { readonly day: ActivityDay; readonly name: (typeof columns)[number] }) => {
  const figure = <Data>{formatNumber(day[name])}</Data>;
  return (
    <Cell className="text-right tabular-nums">
      {name === "imported" || day[name] === 0 ? (
        figure
      ) : (
        <CountLink counted={name} days={[day]} className="inline-flex min-h-6 min-w-6 items-center justify-end">
          {figure}
        </CountLink>
      )}
    </Cell>
  );
};

const DayTable = ({ days }: { readonly days: readonly ActivityDay[] }) => (
  <div className={`overflow-y-auto rounded-xl ${chartHeight}`}>
    <Table label={texts.chart(days.length)}>
      <thead>
        <tr>
          <HeaderCell>{texts.day}</HeaderCell>
          {columns.map((name) => (
            <HeaderCell key={name} className="text-right">
              {texts[name]}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.date}>
            <Cell className="whitespace-nowrap">
              <Data>{formatDay(day.date)}</Data>
            </Cell>
            {columns.map((name) => (
              <DayCell key={name} day={day} name={name} />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
);

const daysOf = ({ statistics }: Today) => statistics.days;

/** The number of days that Today's own answer has. */
const TODAYS_DAYS = 30;

/** Reads a range that is longer than Today's own. */
const useLonger = (range: number, lastDay: string | undefined) =>
  useQuery({
    ...statisticsQuery({ days: range, lastDay: lastDay ?? "", timeZone: pageTimeZone() }),
    enabled: range > TODAYS_DAYS && lastDay !== undefined,
  });

/** The animals added and sold in the last days. */
export const ActivityPanel = ({ className }: { readonly className?: string }) => {
  const [isTable, setIsTable] = useState(false);
  const [active, setActive] = useState<number>();
  const range = useStore(activityDays);
  const { data: todays } = useToday(daysOf);
  const longer = useLonger(range, todays?.at(-1)?.date);
  const frame = {
    title: texts.title(range),
    rows: 6,
    ...(className !== undefined && { className }),
    link: (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Segments
          label={texts.range}
          name="activity-days"
          value={String(range)}
          options={activityRanges.map((days) => ({ value: String(days), label: texts.period(days) }))}
          onChange={(chosen) => activityDays.set(activityRanges.find((days) => String(days) === chosen) ?? range)}
        />
        <Button variant="quiet" onClick={() => setIsTable(!isTable)}>
          {isTable ? texts.asChart : texts.asTable}
        </Button>
      </div>
    ),
  };
  const isLonger = range > TODAYS_DAYS;
  if (isLonger && longer.data === undefined && longer.error !== null)
    return (
      <Panel {...frame} content={longer.error}>
        {() => <LoadError query={longer} isInline />}
      </Panel>
    );
  return (
    <Panel {...frame} content={isLonger ? longer.data?.days : todays?.slice(-range)}>
      {(days) => (
        <>
          <p className="text-sm">{inWords(days)}</p>
          <Legend days={days} active={active} />
          {isTable ? <DayTable days={days} /> : <ActivityChart days={days} active={active} onActive={setActive} />}
        </>
      )}
    </Panel>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import { Skeleton } from "../../components/states";
import { Cell, HeaderCell, Table } from "../../components/table";
import { formatDay, formatNumber } from "../../lib/format";
import { t } from "../../texts";
import { type ActivityDay, chartHeight, totalsOf } from "./activity";
import { Panel } from "./panel";
import { statisticsQuery } from "./queries";

const ActivityChart = lazy(async () => ({ default: (await import("./activity-chart")).ActivityChart }));

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

const Sample = ({ isDashed }: { readonly isDashed: boolean }) => (
  <svg aria-hidden width={22} height={10} className="self-center">
    <line
      x1={0}
      x2={22}
      y1={5}
      y2={5}
      strokeWidth={2}
      className={isDashed ? "stroke-on-info-soft" : "stroke-accent"}
      {...(isDashed && { strokeDasharray: "5 4" })}
    />
    {isDashed ? (
      <rect x={7} y={1} width={8} height={8} className="fill-on-info-soft" />
    ) : (
      <circle cx={11} cy={5} r={4} className="fill-accent" />
    )}
  </svg>
);

const figureLink = "flex items-baseline gap-1.5 underline-offset-2 hover:underline pointer-coarse:min-h-11";

type LegendProps = { readonly days: readonly ActivityDay[]; readonly active: number | undefined };

/** The key to the lines reads the day that is pointed at, or all days. */
const Legend = ({ days, active }: LegendProps) => {
  const day = active === undefined ? undefined : days[active];
  const { added, sold, ordered } = day ?? totalsOf(days);
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
      <span className="w-16 font-medium">{day === undefined ? texts.period : <Data>{formatDay(day.date)}</Data>}</span>
      <Link
        to="/history"
        search={{ action: "pet.create", ...(days[0] !== undefined && { from: `${days[0].date}T00:00:00.000Z` }) }}
        className={figureLink}
      >
        <Figure label={texts.added} value={added} sample={<Sample isDashed={false} />} />
      </Link>
      <Link to="/animals" search={{ status: "sold", sort: "-id" }} className={figureLink}>
        <Figure label={texts.sold} value={sold} sample={<Sample isDashed />} />
      </Link>
      <Link to="/orders" search={{ sort: "-id" }} className={figureLink}>
        <Figure label={texts.ordered} value={ordered} />
      </Link>
    </div>
  );
};

const DayTable = ({ days }: { readonly days: readonly ActivityDay[] }) => (
  <div className={`overflow-y-auto rounded-xl ${chartHeight}`}>
    <Table label={texts.chart}>
      <thead>
        <tr>
          <HeaderCell>{texts.day}</HeaderCell>
          <HeaderCell className="text-right">{texts.added}</HeaderCell>
          <HeaderCell className="text-right">{texts.sold}</HeaderCell>
          <HeaderCell className="text-right">{texts.ordered}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, added, sold, ordered }) => (
          <tr key={date}>
            <Cell className="whitespace-nowrap">
              <Data>{formatDay(date)}</Data>
            </Cell>
            {Object.entries({ added, sold, ordered }).map(([name, value]) => (
              <Cell key={name} className="text-right tabular-nums">
                <Data>{formatNumber(value)}</Data>
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
);

/** 30 days of animals added and sold. */
export const ActivityPanel = ({ className }: { readonly className?: string }) => {
  const [isTable, setIsTable] = useState(false);
  const [active, setActive] = useState<number>();
  return (
    <Panel
      title={texts.title}
      query={useQuery(statisticsQuery)}
      rows={6}
      {...(className !== undefined && { className })}
      link={
        <Button variant="quiet" className="-my-1" onClick={() => setIsTable(!isTable)}>
          {isTable ? texts.asChart : texts.asTable}
        </Button>
      }
    >
      {(days) => (
        <>
          <Legend days={days} active={active} />
          {isTable ? (
            <DayTable days={days} />
          ) : (
            <Suspense fallback={<Skeleton className={`w-full ${chartHeight}`} />}>
              <ActivityChart days={days} active={active} onActive={setActive} />
            </Suspense>
          )}
        </>
      )}
    </Panel>
  );
};

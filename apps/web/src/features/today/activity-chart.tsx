import { scaleLinear, scalePoint } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { formatDay, formatNumber } from "../../lib/format";
import { t } from "../../texts";
import { type ActivityDay, chartHeight, highestDay, totalsOf } from "./activity";

const edges = { top: 8, right: 12, bottom: 24 };
/** The width of the widest digit in an axis label. */
const DIGIT_PX = 8;
const TICKS = 4;
/** Days between two labels of the axis. */
const LABEL_PX = 84;

const useSize = () => {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...size };
};

type ChartProps = {
  readonly days: readonly ActivityDay[];
  /** The day whose values are read; undefined for all days together. */
  readonly active: number | undefined;
  readonly onActive: (index: number | undefined) => void;
};

/** Two lines, told apart by dashes and by the shape of their marks as well as by colour. */
export const ActivityChart = ({ days, active, onActive }: ChartProps) => {
  const { box, width, height } = useSize();
  const id = useId();
  const highest = highestDay(days);
  const totals = totalsOf(days);
  const top = Math.max(4, highest.value);
  const margin = { ...edges, left: 16 + DIGIT_PX * formatNumber(top * 2).length };
  const x = scalePoint({
    domain: days.map(({ date }) => date),
    range: [margin.left, Math.max(margin.left + 1, width - margin.right)],
  });
  const y = scaleLinear({
    domain: [0, top],
    range: [height - margin.bottom, margin.top],
    nice: TICKS,
  });
  const xOf = ({ date }: ActivityDay) => x(date) ?? 0;
  const every = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor((width - margin.left) / LABEL_PX))));
  const day = active === undefined ? undefined : days[active];

  const activeAt = (clientX: number) => {
    const left = clientX - (box.current?.getBoundingClientRect().left ?? 0) - margin.left;
    return Math.min(days.length - 1, Math.max(0, Math.round(left / Math.max(1, x.step()))));
  };

  return (
    <div ref={box} translate="no" className={`relative min-w-0 overflow-hidden ${chartHeight}`}>
      <svg width={width} height={height} role="img" aria-labelledby={`${id}-title ${id}-desc`} className="block">
        <title id={`${id}-title`}>{t.today.activity.chart}</title>
        <desc id={`${id}-desc`}>
          {t.today.activity.description(totals.added, totals.sold, highest.value, formatDay(highest.date))}
        </desc>
        {y.ticks(TICKS).map((tick) => (
          <g key={tick}>
            <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text
              x={margin.left - 8}
              y={y(tick)}
              dy="0.32em"
              textAnchor="end"
              className="fill-muted text-xs tabular-nums"
            >
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {days.map((one, index) =>
          (days.length - 1 - index) % every === 0 ? (
            <text
              key={one.date}
              x={xOf(one)}
              y={height - 6}
              textAnchor={index === days.length - 1 ? "end" : "middle"}
              className="fill-muted text-xs"
            >
              {formatDay(one.date)}
            </text>
          ) : null,
        )}
        {day !== undefined && (
          <line
            x1={xOf(day)}
            x2={xOf(day)}
            y1={margin.top}
            y2={height - margin.bottom}
            className="stroke-control-line"
          />
        )}
        <LinePath data={[...days]} x={xOf} y={({ added }) => y(added)} className="stroke-accent" strokeWidth={2} />
        <LinePath
          data={[...days]}
          x={xOf}
          y={({ sold }) => y(sold)}
          className="stroke-on-info-soft"
          strokeWidth={2}
          strokeDasharray="5 4"
        />
        {day !== undefined && (
          <>
            <circle cx={xOf(day)} cy={y(day.added)} r={4.5} className="fill-accent stroke-surface" strokeWidth={1.5} />
            <rect
              x={xOf(day) - 4}
              y={y(day.sold) - 4}
              width={8}
              height={8}
              className="fill-on-info-soft stroke-surface"
              strokeWidth={1.5}
            />
          </>
        )}
      </svg>
      {/* The platform's own slider reads the days by keyboard, finger and screen reader. */}
      <input
        type="range"
        aria-label={t.today.activity.pick}
        aria-valuetext={
          day === undefined
            ? t.today.activity.values(
                t.today.activity.period,
                totals.added,
                totals.imported,
                totals.sold,
                totals.ordered,
              )
            : t.today.activity.values(formatDay(day.date), day.added, day.imported, day.sold, day.ordered)
        }
        min={0}
        max={days.length - 1}
        value={active ?? days.length - 1}
        onChange={({ target }) => onActive(Number(target.value))}
        onFocus={() => onActive(active ?? days.length - 1)}
        onBlur={() => onActive(undefined)}
        onPointerMove={({ clientX }) => onActive(activeAt(clientX))}
        onPointerDown={({ clientX }) => onActive(activeAt(clientX))}
        onPointerLeave={() => onActive(undefined)}
        className="absolute inset-0 size-full cursor-crosshair appearance-none rounded-md bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
      />
    </div>
  );
};

import { useId, useLayoutEffect, useRef, useState } from "react";
import { formatDay, formatNumber } from "../../lib/text/format";
import { t } from "../../texts";
import { type ActivityDay, chartHeight, inWords, topOf, totalsOf } from "./activity";
import { barScale, valueScale } from "./scales";

/** The label of the last day stands below its bar, so it needs room at the right. */
const edges = { top: 8, right: 20, bottom: 24 };
/** The width of the widest digit in an axis label. */
const DIGIT_PX = 8;
const TICKS = 4;
/** The distance between two labels of the axis. */
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
  /** The index of the day whose values are read; undefined means all days together. */
  readonly active: number | undefined;
  readonly onActive: (index: number | undefined) => void;
  readonly words?: ChartWords;
};

/** What the chart is called, and how it names what its bars stand for. */
export type ChartWords = {
  readonly title: string;
  readonly description: string;
  /** The name of the slider. */
  readonly pick: string;
  /** The name of all bars together. */
  readonly all: string;
  readonly nameOf: (day: ActivityDay) => string;
};

const wordsOfDays = (days: readonly ActivityDay[]): ChartWords => ({
  title: t.today.activity.chart(days.length),
  description: inWords(days),
  pick: t.today.activity.pick,
  all: t.today.activity.period(days.length),
  nameOf: ({ date }) => formatDay(date),
});

/** A day with one animal must not look like a day with none. */
const MIN_BAR_PX = 2;

type CutProps = {
  readonly at: number;
  readonly left: number;
  readonly width: number;
  readonly day: ActivityDay;
  readonly name: "added" | "sold";
};

/**
 * Marks a bar that is cut because its value is higher than the chart. It has a gap near its end, and the value next to
 * it.
 */
const Cut = ({ at, left, width, day, name }: CutProps) => {
  const inwards = name === "added" ? 10 : -10;
  const isFirst = left < LABEL_PX;
  return (
    <>
      <rect x={left - 1} y={at + inwards - 1.5} width={width + 2} height={3} className="fill-surface" />
      <text
        x={isFirst ? left + width + 4 : left - 4}
        y={at + inwards}
        dy="0.32em"
        textAnchor={isFirst ? "start" : "end"}
        className="fill-text text-xs font-semibold tabular-nums"
      >
        {formatNumber(day[name])}
      </text>
    </>
  );
};

/** Draws bars from one line: added animals go up and sold ones go down. They differ by more than colour. */
export const ActivityChart = ({ days, active, onActive, words = wordsOfDays(days) }: ChartProps) => {
  const { box, width, height } = useSize();
  const id = useId();
  const totals = totalsOf(days);
  const top = topOf(days);
  const most = (name: "added" | "sold") => Math.min(top, Math.max(1, ...days.map((day) => day[name])));
  const margin = { ...edges, left: 16 + DIGIT_PX * formatNumber(2 * top).length };
  const bars = barScale(days.length, margin.left, Math.max(margin.left + 1, width - margin.right));
  const axis = { low: -most("sold"), high: most("added"), count: TICKS };
  const { ticks, yOf } = valueScale(axis, height - margin.bottom, margin.top);
  const middleOf = (index: number) => bars.leftOf(index) + bars.width / 2;
  const lengthOf = (count: number) =>
    count === 0 ? 0 : Math.max(MIN_BAR_PX, Math.abs(yOf(Math.min(top, count)) - yOf(0)));
  const every = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor((width - margin.left) / LABEL_PX))));
  const day = active === undefined ? undefined : days[active];

  const activeAt = (clientX: number) => {
    const left = clientX - (box.current?.getBoundingClientRect().left ?? 0) - margin.left;
    return Math.min(days.length - 1, Math.max(0, Math.floor(left / Math.max(1, bars.step))));
  };

  return (
    <div ref={box} translate="no" className={`relative min-w-0 overflow-hidden ${chartHeight}`}>
      <svg width={width} height={height} role="img" aria-labelledby={`${id}-title ${id}-desc`} className="block">
        <title id={`${id}-title`}>{words.title}</title>
        <desc id={`${id}-desc`}>{words.description}</desc>
        {active !== undefined && day !== undefined && (
          <rect
            x={middleOf(active) - bars.step / 2}
            y={margin.top}
            width={bars.step}
            height={Math.max(0, height - margin.bottom - margin.top)}
            className="fill-sunken"
          />
        )}
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={yOf(tick)}
              y2={yOf(tick)}
              className={tick === 0 ? "stroke-control-line" : "stroke-line"}
            />
            <text
              x={margin.left - 8}
              y={yOf(tick)}
              dy="0.32em"
              textAnchor="end"
              className="fill-muted text-xs tabular-nums"
            >
              {formatNumber(Math.abs(tick))}
            </text>
          </g>
        ))}
        {days.map((one, index) =>
          (days.length - 1 - index) % every === 0 ? (
            <text key={one.date} x={middleOf(index)} y={height - 6} textAnchor="middle" className="fill-muted text-xs">
              {formatDay(one.date)}
            </text>
          ) : null,
        )}
        {days.map((one, index) => (
          <g key={one.date}>
            <rect
              x={bars.leftOf(index)}
              y={yOf(0) - lengthOf(one.added)}
              width={bars.width}
              height={lengthOf(one.added)}
              className="fill-accent"
            />
            <rect
              x={bars.leftOf(index)}
              y={yOf(0)}
              width={bars.width}
              height={lengthOf(one.sold)}
              className="fill-on-info-soft"
            />
            {(["added", "sold"] as const)
              .filter((name) => one[name] > top)
              .map((name) => (
                <Cut
                  key={name}
                  at={yOf(name === "added" ? top : -top)}
                  left={bars.leftOf(index)}
                  width={bars.width}
                  day={one}
                  name={name}
                />
              ))}
          </g>
        ))}
      </svg>
      {/* The native slider reads out the days by keyboard, by touch and with a screen reader. */}
      <input
        type="range"
        aria-label={words.pick}
        aria-valuetext={
          day === undefined
            ? t.today.activity.values(words.all, totals.added, totals.imported, totals.sold, totals.ordered)
            : t.today.activity.values(words.nameOf(day), day.added, day.imported, day.sold, day.ordered)
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

/** The part of a step that is the gap between two bars. */
const GAP = 0.3;

/** Places bars of the same width side by side between two points. There is half a gap before the first. */
export const barScale = (count: number, from: number, to: number) => {
  const step = (to - from) / Math.max(1, count);
  return { step, width: step * (1 - GAP), leftOf: (index: number): number => from + step * (index + GAP / 2) };
};

/** Returns 1, 2 or 5 times a power of ten, so that there are about `count` ticks. All values are whole numbers. */
const tickStepOf = (low: number, high: number, count: number): number => {
  const step = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(step));
  const ratio = step / power;
  const factor = ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.sqrt(2) ? 2 : 1;
  return Math.max(1, factor * power);
};

type Axis = { readonly low: number; readonly high: number; readonly count: number };

/** Extends the axis to whole ticks. A longer axis may need larger steps, and then it is extended again. */
const extend = ({ low, high, count }: Axis): Axis & { readonly step: number } => {
  const step = tickStepOf(low, high, count);
  const axis = { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, count };
  return tickStepOf(axis.low, axis.high, count) === step ? { ...axis, step } : extend(axis);
};

/**
 * Places whole numbers on a vertical axis that ends at ticks.
 * @param given - `count` is the approximate number of steps between the ticks.
 */
export const valueScale = (given: Axis, bottom: number, top: number) => {
  const { low, high, step } = extend(given);
  return {
    ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step),
    yOf: (value: number): number => bottom + ((value - low) / (high - low)) * (top - bottom),
  };
};

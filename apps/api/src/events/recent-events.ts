import type { EventRow } from "./read-feed.js";

const MAX_EVENTS = 2_000;
const MAX_BYTES = 8_000_000;

/** Estimates the memory that a row takes: its states as JSON, and the event for each scope. */
const bytesOf = ({ before, after }: EventRow) => 500 + 4 * ((before?.length ?? 0) + (after?.length ?? 0));

/**
 * Keeps the most recent consecutive events, oldest first, up to a maximum number and a maximum total size.
 * @param start - The position before the first event.
 */
export const createRecentEvents = <Row extends EventRow>(start: number) => {
  const rows: Row[] = [];
  let bytes = 0;
  return {
    end: () => start + rows.length,
    rows: (): readonly Row[] => rows,
    /** @param more - The events that follow the last one. */
    add: (more: readonly Row[]) => {
      rows.push(...more);
      bytes += more.reduce((sum, row) => sum + bytesOf(row), 0);
      let dropped = 0;
      for (; dropped < rows.length && (rows.length - dropped > MAX_EVENTS || bytes > MAX_BYTES); dropped += 1)
        bytes -= bytesOf(rows[dropped] as Row);
      rows.splice(0, dropped);
      start += dropped;
    },
    /** @returns Undefined if the events are no longer in memory. */
    after: (position: number, most: number): readonly Row[] | undefined =>
      position < start ? undefined : rows.slice(position - start, position - start + most),
  };
};

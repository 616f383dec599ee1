import type { PetPage } from "../queries";

const MAX_POSITIONS = 1_000;

/** How many animals come before a page, for cursors that were met on the way to it: a cursor tells nothing itself. */
const positions = new Map<string, number>();

const remember = (cursor: string | undefined, position: number) => {
  if (cursor === undefined) return;
  const [oldest] = positions.keys();
  if (positions.size >= MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
  positions.set(cursor, Math.max(0, position));
};

/** @returns how many animals come before the page, if known */
export const positionOf = (cursor: string | undefined, page: PetPage, pageSize: number): number | undefined => {
  const position = cursor === undefined || page.cursors.prev === undefined ? 0 : positions.get(cursor);
  if (position === undefined) return undefined;
  remember(page.cursors.next, position + page.rows.length);
  remember(page.cursors.prev, position - pageSize);
  return position;
};

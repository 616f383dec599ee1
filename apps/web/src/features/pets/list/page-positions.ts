import { MAX_OFFSET } from "@petstore/contract/schemas";
import { type PetPage, readPetPage } from "../queries";
import type { PetOrder, Place } from "../search";

const MAX_POSITIONS = 1_000;

/** The maximum number of requests that one jump sends. */
const MAX_HOPS = 20;

/** How many animals one hop passes: those that it skips, and the one whose cursor starts the next hop. */
const HOP = MAX_OFFSET + 1;

/** The maximum number of animals that can come before the page that a jump reaches. */
export const FURTHEST = MAX_HOPS * HOP;

/**
 * How many animals come before a page, by its cursor. It is noted on the way to the page, because a cursor itself does
 * not tell.
 */
const positions = new Map<string, number>();

const remember = (cursor: string | undefined, position: number) => {
  if (cursor === undefined) return;
  const [oldest] = positions.keys();
  if (positions.size >= MAX_POSITIONS && oldest !== undefined) positions.delete(oldest);
  positions.set(cursor, Math.max(0, position));
};

/** @returns how many animals come before the page, if that is known */
export const positionOf = ({ cursor, offset = 0 }: Place, page: PetPage, pageSize: number): number | undefined => {
  const start = cursor === undefined ? 0 : positions.get(cursor);
  if (page.cursors.prev !== undefined && start === undefined) return undefined;
  const position = page.cursors.prev === undefined || start === undefined ? 0 : start + offset;
  remember(page.cursors.next, position + page.rows.length);
  remember(page.cursors.prev, position - pageSize);
  return position;
};

type FindOptions = { readonly order: PetOrder; readonly position: number; readonly signal: AbortSignal };

/**
 * Finds the start of the page that has this many animals before it, up to {@link FURTHEST}. It needs several requests,
 * because the service limits how many animals one request skips.
 */
export const findPlace = async ({ order, position, signal }: FindOptions): Promise<Place> => {
  let cursor: string | undefined;
  let left = position;
  while (left > MAX_OFFSET) {
    // Each hop begins where the last one ended. The request asks for profiles because a cursor is only valid for lists
    // that ask for the same.
    // oxlint-disable-next-line no-await-in-loop
    const { cursors } = await readPetPage(
      { ...order, cursor, offset: MAX_OFFSET },
      { limit: 1, signal, isExpanded: true },
    );
    // There are fewer animals now, so the page is after the last of them, and says so.
    if (cursors.next === undefined) break;
    cursor = cursors.next;
    left -= HOP;
    remember(cursor, position - left);
  }
  return { cursor, offset: left === 0 ? undefined : Math.min(left, MAX_OFFSET) };
};

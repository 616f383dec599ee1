import { hash, timingSafeEqual } from "node:crypto";
import { invalidAt } from "../../errors.js";
import { pack, unpack } from "./pack-filters.js";
import type { CursorContent, Position } from "./position.js";

export type ListingCursors = {
  seal(position: Position): string;
  /** @throws AppError 400 if the cursor was altered or belongs to other filters. */
  open(cursor: string): Position;
};

export type Cursors = {
  /** @param listing - The path, the filters and the order of the listing, without the page size. */
  (listing: object): ListingCursors;
  /** Creates the cursor for a link that would be too long if the query contained the filters. */
  sealWithFilters(path: string, content: CursorContent): string;
  /** @returns Undefined for a cursor without filters. @throws AppError 400 if the cursor was altered. */
  openWithFilters(path: string, cursor: string): CursorContent | undefined;
};

const SEAL_LENGTH = 22;

/**
 * A cursor with embedded filters begins with this byte, which base64url writes as `A`. The others start with `[`, which
 * becomes `W`.
 */
const WITH_FILTERS = 1;
const WITH_FILTERS_LETTER = "A";

/** Tells whether a cursor contains filters. The text may be something other than a cursor. */
export const hasFilters = (cursor: string): boolean => cursor[SEAL_LENGTH] === WITH_FILTERS_LETTER;

export const cursorRefused = () =>
  invalidAt("query.cursor", "must come unchanged from a Link header of this listing, with the same filters and sort");

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Signs cursors with 132 bits of keyed BLAKE2b (RFC 7693), which is not vulnerable to length extension and is 8 times
 * as fast as HMAC-SHA-256.
 */
export const createCursors = (secret: Uint8Array): Cursors => {
  const key = Buffer.from(secret).toString("hex");
  const sealBytes = (prefix: string, bytes: Buffer) =>
    hash("blake2b512", Buffer.concat([Buffer.from(prefix), bytes]), "base64url").slice(0, SEAL_LENGTH) +
    bytes.toString("base64url");
  const embeddedPrefix = (path: string) => `${key}carried ${path}\n`;
  const ofListing = (listing: object): ListingCursors => {
    const prefix = `${key}${JSON.stringify(listing)}\n`;
    const sealText = (text: string) =>
      hash("blake2b512", prefix + text, "base64url").slice(0, SEAL_LENGTH) + Buffer.from(text).toString("base64url");
    return {
      seal: ({ side, key: values }) => sealText(JSON.stringify([side, ...values])),
      open: (cursor) => {
        const text = Buffer.from(cursor.slice(SEAL_LENGTH), "base64url").toString();
        // The whole cursor is compared, because two different base64url texts may decode to the same bytes.
        if (!isEqual(cursor, sealText(text))) throw cursorRefused();
        const [side, ...values] = JSON.parse(text) as [Position["side"], ...Position["key"]];
        return { side, key: values };
      },
    };
  };
  return Object.assign(ofListing, {
    sealWithFilters: (path: string, content: CursorContent) =>
      sealBytes(embeddedPrefix(path), Buffer.concat([Buffer.of(WITH_FILTERS), pack(content)])),
    openWithFilters: (path: string, cursor: string) => {
      if (!hasFilters(cursor)) return undefined;
      const bytes = Buffer.from(cursor.slice(SEAL_LENGTH), "base64url");
      if (bytes[0] !== WITH_FILTERS) return undefined;
      if (!isEqual(cursor, sealBytes(embeddedPrefix(path), bytes))) throw cursorRefused();
      return unpack(bytes.subarray(1));
    },
  });
};

import { hash, timingSafeEqual } from "node:crypto";
import { invalidRequest } from "../errors.js";
import { pack, unpack } from "./pack-filters.js";

/**
 * A place in a listing: behind (`after`) or in front of (`before`) the row with this key, or with `atLeast` and `atMost`
 * that row itself too. The key is made of the columns that the listing is ordered by.
 */
export type Position = {
  readonly side: "after" | "before" | "atLeast" | "atMost";
  readonly key: readonly (string | number | boolean)[];
};

/** Seals positions in one listing as opaque strings, and opens only those which it sealed for the same listing. */
export type ListingCursors = {
  seal(position: Position): string;
  /** @throws AppError 400 for a cursor that was altered, or was made with other filters. */
  open(cursor: string): Position;
};

/** A cursor that carries its filters as well, and where its page begins; undefined for the first page. */
export type Carried = {
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly position: Position | undefined;
};

export type Cursors = {
  /** The cursors of a listing: of its name, and all that selects and orders it; not the page size. */
  (listing: object): ListingCursors;
  /** Seals a position together with its filters, for links that are too long with the filters in them. */
  carry(path: string, carried: Carried): string;
  /** @returns undefined for a cursor that carries no filters. @throws AppError 400 for one that was altered. */
  openCarried(path: string, cursor: string): Carried | undefined;
};

const SEAL_LENGTH = 22;

/** What begins the text of a cursor that carries filters: the others begin with `[`. */
const CARRIED = 1;

/** What every cursor is answered that does not hold. */
export const cursorRefused = () =>
  invalidRequest("query.cursor must come unchanged from a Link header of this listing, with the same filters and sort");

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * A seal is 132 bits of the BLAKE2b (RFC 7693) of the secret and what is sealed: from such a hash, nobody can go on to that of a
 * longer text, for which SHA-256 needs HMAC and eight times as long; and each page has three.
 * @param secret - Shared by all replicas of a store, so that each opens what another sealed.
 */
export const createCursors = (secret: Uint8Array): Cursors => {
  const key = Buffer.from(secret).toString("hex");
  const sealBytes = (prefix: string, bytes: Buffer) =>
    hash("blake2b512", Buffer.concat([Buffer.from(prefix), bytes]), "base64url").slice(0, SEAL_LENGTH) +
    bytes.toString("base64url");
  const carriedPrefix = (path: string) => `${key}carried ${path}\n`;
  const ofListing = (listing: object): ListingCursors => {
    const prefix = `${key}${JSON.stringify(listing)}\n`;
    const sealText = (text: string) =>
      hash("blake2b512", prefix + text, "base64url").slice(0, SEAL_LENGTH) + Buffer.from(text).toString("base64url");
    return {
      seal: ({ side, key: values }) => sealText(JSON.stringify([side, ...values])),
      open: (cursor) => {
        const text = Buffer.from(cursor.slice(SEAL_LENGTH), "base64url").toString();
        // The whole cursor is compared: other letters may decode to the same text.
        if (!isEqual(cursor, sealText(text))) throw cursorRefused();
        const [side, ...values] = JSON.parse(text) as [Position["side"], ...Position["key"]];
        return { side, key: values };
      },
    };
  };
  return Object.assign(ofListing, {
    carry: (path: string, carried: Carried) =>
      sealBytes(carriedPrefix(path), Buffer.concat([Buffer.of(CARRIED), pack(carried)])),
    openCarried: (path: string, cursor: string) => {
      const bytes = Buffer.from(cursor.slice(SEAL_LENGTH), "base64url");
      if (bytes[0] !== CARRIED) return undefined;
      if (!isEqual(cursor, sealBytes(carriedPrefix(path), bytes))) throw cursorRefused();
      return unpack(bytes.subarray(1));
    },
  });
};

import { hash, timingSafeEqual } from "node:crypto";
import { invalidRequest } from "./errors.js";

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

/** The cursors of a listing: of its name, and all that selects and orders it; not the page size. */
export type Cursors = (listing: object) => ListingCursors;

const SEAL_LENGTH = 22;

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * A seal is 132 bits of the BLAKE2b (RFC 7693) of the secret and what is sealed: from such a hash, nobody can go on to that of a
 * longer text, for which SHA-256 needs HMAC and eight times as long; and each page has three.
 * @param secret - Shared by all replicas of a store, so that each opens what another sealed.
 */
export const createCursors = (secret: Uint8Array): Cursors => {
  const key = Buffer.from(secret).toString("hex");
  return (listing) => {
    const prefix = `${key}${JSON.stringify(listing)}\n`;
    const sealText = (text: string) =>
      hash("blake2b512", prefix + text, "base64url").slice(0, SEAL_LENGTH) + Buffer.from(text).toString("base64url");
    return {
      seal: ({ side, key: values }) => sealText(JSON.stringify([side, ...values])),
      open: (cursor) => {
        const text = Buffer.from(cursor.slice(SEAL_LENGTH), "base64url").toString();
        // The whole cursor is compared: other letters may decode to the same text.
        if (!isEqual(cursor, sealText(text))) {
          throw invalidRequest(
            "query.cursor must be from a Link header of this listing, unaltered, with the same filters and the same sort",
          );
        }
        const [side, ...values] = JSON.parse(text) as [Position["side"], ...Position["key"]];
        return { side, key: values };
      },
    };
  };
};

import { createHmac, timingSafeEqual } from "node:crypto";
import { invalidRequest } from "./errors.js";

/**
 * A place in a listing: behind (`after`) or in front of (`before`) the row with this key, or with `atLeast` and `atMost`
 * that row itself too. The key is made of the columns that the listing is ordered by.
 */
export type Position = {
  readonly side: "after" | "before" | "atLeast" | "atMost";
  readonly key: readonly (string | number | boolean)[];
};

/** Seals positions in a listing as opaque strings, and opens only those which it sealed for the same listing. */
export type Cursors = {
  /** @param listing - Its name, and all that selects and orders it; not the page size. */
  seal(position: Position, listing: object): string;
  /** @throws AppError 400 for a cursor that was altered, or was made with other filters. */
  open(cursor: string, listing: object): Position;
};

const MAC_BYTES = 16;

/** @param secret - Shared by all replicas of a store, so that each opens what another sealed. */
export const createCursors = (secret: Uint8Array): Cursors => {
  const mac = (text: Uint8Array, listing: object) =>
    createHmac("sha256", secret)
      .update(JSON.stringify(listing))
      .update("\n")
      .update(text)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    seal: ({ side, key }, listing) => {
      const text = Buffer.from(JSON.stringify([side, ...key]));
      return Buffer.concat([mac(text, listing), text]).toString("base64url");
    },
    open: (cursor, listing) => {
      const bytes = Buffer.from(cursor, "base64url");
      const [seal, text] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
      // The second comparison refuses what decodes to the same bytes but is not what was sealed: unused bits, padding.
      const isWhole = seal.length === MAC_BYTES && bytes.toString("base64url") === cursor;
      if (!isWhole || !timingSafeEqual(seal, mac(text, listing))) {
        throw invalidRequest(
          "query.cursor must be from a Link header of this listing, unaltered, with the same filters and the same sort",
        );
      }
      const [side, ...key] = JSON.parse(text.toString()) as [Position["side"], ...Position["key"]];
      return { side, key };
    },
  };
};

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

/** Seals positions in a listing as opaque strings, and opens only those which it sealed for the same listing. */
export type Cursors = {
  /** @param listing - Its name, and all that selects and orders it; not the page size. */
  seal(position: Position, listing: object): string;
  /** @throws AppError 400 for a cursor that was altered, or was made with other filters. */
  open(cursor: string, listing: object): Position;
};

const SEAL_LENGTH = 22;

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * A seal is 132 bits of the SHA-256 of the secret and what is sealed. What is cut off keeps anybody from hashing on from there, for
 * which HMAC takes four times as long; and each page has three.
 * @param secret - Shared by all replicas of a store, so that each opens what another sealed.
 */
export const createCursors = (secret: Uint8Array): Cursors => {
  const key = Buffer.from(secret).toString("hex");
  const sealOf = (text: string, listing: object) =>
    hash("sha256", `${key}${JSON.stringify(listing)}\n${text}`, "base64url").slice(0, SEAL_LENGTH);
  return {
    seal: (position, listing) => {
      const text = JSON.stringify([position.side, ...position.key]);
      return sealOf(text, listing) + Buffer.from(text).toString("base64url");
    },
    open: (cursor, listing) => {
      const [seal, encoded] = [cursor.slice(0, SEAL_LENGTH), cursor.slice(SEAL_LENGTH)];
      const text = Buffer.from(encoded, "base64url").toString();
      // The second comparison refuses what decodes to the same bytes but is not what was sealed: unused bits, padding.
      if (!isEqual(seal, sealOf(text, listing)) || Buffer.from(text).toString("base64url") !== encoded) {
        throw invalidRequest(
          "query.cursor must be from a Link header of this listing, unaltered, with the same filters and the same sort",
        );
      }
      const [side, ...values] = JSON.parse(text) as [Position["side"], ...Position["key"]];
      return { side, key: values };
    },
  };
};

import { createHmac, timingSafeEqual } from "node:crypto";
import { invalidRequest } from "./errors.js";

/** Seals positions in a listing as opaque strings, and opens only those which it sealed for the same filters. */
export type Cursors = {
  /** @param filters - Which listing it is, and all that selects and orders it; not the page size. */
  seal(position: number, filters: object): string;
  /** @throws AppError 400 for a cursor that was altered, or was made with other filters. */
  open(cursor: string, filters: object): number;
};

const MAC_BYTES = 16;
const POSITION_BYTES = 8;

/** @param secret - Shared by all replicas of a store, so that each opens what another sealed. */
export const createCursors = (secret: Uint8Array): Cursors => {
  const mac = (position: Buffer, filters: object) =>
    createHmac("sha256", secret).update(position).update(JSON.stringify(filters)).digest().subarray(0, MAC_BYTES);
  return {
    seal: (position, filters) => {
      const bytes = Buffer.alloc(POSITION_BYTES);
      bytes.writeBigUInt64BE(BigInt(position));
      return Buffer.concat([bytes, mac(bytes, filters)]).toString("base64url");
    },
    open: (cursor, filters) => {
      const bytes = Buffer.from(cursor, "base64url");
      const [position, seal] = [bytes.subarray(0, POSITION_BYTES), bytes.subarray(POSITION_BYTES)];
      // The second comparison refuses what decodes to the same bytes but is not what was sealed: unused bits, padding.
      const isWhole = bytes.length === POSITION_BYTES + MAC_BYTES && bytes.toString("base64url") === cursor;
      if (!isWhole || !timingSafeEqual(seal, mac(position, filters))) {
        throw invalidRequest(
          "query.cursor must be from a Link header of this listing, unaltered and with the same filters",
        );
      }
      return Number(position.readBigUInt64BE());
    },
  };
};

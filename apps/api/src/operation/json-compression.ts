import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { contract, listRoutes, routeMetadata } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import { createByteBudget } from "../concurrency/byte-budget.js";
import { chooseCoding } from "./content-coding.js";
import { tagInCoding } from "./etag.js";

type JsonCoding = "gzip";

/** JSON with its strong entity tag. `compressed` contains its bytes in the coding, which has a tag of its own. */
export type TaggedJson = {
  readonly text: string;
  readonly tag: string;
  readonly compressed?: Buffer;
  /** True if the text would have been compressed at another moment. */
  readonly isRefused?: boolean;
};

/** A shorter text fits into two packets. */
const MIN_LENGTH = 2_048;
/** Higher levels take longer and save less than a hundredth: see decision 170. */
const LEVEL = 5;
/** The texts that a process compresses at the same time. zlib holds 268 kB more for each of them. */
const MAX_LENGTH_IN_FLIGHT = 4_000_000;
/** All clients share the budget, because a text that it refuses is sent as it is. */
const HOLDER = "json";

const compress = promisify(gzip);

const comparedPaths = listRoutes(contract)
  .filter(({ route: { headers } }) => typeof headers === "object" && headers !== null && "if-match" in headers)
  .map(({ route }) => route.path);

/**
 * Tells whether `If-Match` compares the entity tag of a resource, at its path or below it, as `/undo` does with that of
 * an action. Such a resource has only one tag.
 */
const isCompared = (path: string): boolean => {
  const isOne = path.slice(path.lastIndexOf("/")).startsWith("/:");
  return comparedPaths.some((compared) => compared === path || (isOne && compared.startsWith(`${path}/`)));
};

const compressible = new Set(
  listRoutes(contract)
    .filter(({ route }) => 304 in route.responses && !isCompared(route.path))
    .map(({ route }) => route.path),
);

/**
 * Tells whether the answer to a read may be compressed. The published form of a listing, which has no `expand`, is
 * never compressed.
 */
export const isCompressible = (
  route: AppRoute,
  { query }: { readonly query?: { readonly expand?: unknown } },
): boolean =>
  compressible.has(route.path) && (routeMetadata(route).stability === "beta" || query?.expand !== undefined);

/** The coding in which a client wants JSON; undefined for identity. */
export const jsonCodingOf = (acceptEncoding: string | undefined): JsonCoding | undefined =>
  acceptEncoding !== undefined && chooseCoding(acceptEncoding, ["gzip"]) === "gzip" ? "gzip" : undefined;

/** Tells whether a text is sent as it is because compressing it saves nothing. */
export const isShort = (text: string): boolean => text.length < MIN_LENGTH;

export type JsonCompressor = {
  /** Returns the JSON in the coding, or as it is if it is short, or if the process is compressing too much already. */
  readonly encode: (json: TaggedJson, coding: JsonCoding) => Promise<TaggedJson>;
};

/** The threads of libuv compress, so that other requests do not wait. */
export const createJsonCompressor = (maxLength = MAX_LENGTH_IN_FLIGHT): JsonCompressor => {
  const budget = createByteBudget(maxLength);
  return {
    encode: async ({ text, tag }, coding) => {
      if (isShort(text)) return { text, tag };
      if (!budget.add(HOLDER, text.length)) return { text, tag, isRefused: true };
      try {
        return { text, tag: tagInCoding(tag, coding), compressed: await compress(text, { level: LEVEL }) };
      } finally {
        budget.add(HOLDER, -text.length);
      }
    },
  };
};

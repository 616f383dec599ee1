import { BASE_PATH } from "@petstore/contract/routes";
import type { Plan } from "./load/job.js";
import { createRandom, zipfSequence } from "./random.js";
import { CATEGORIES } from "./store/pets.js";

export type Page = { readonly limit: number; readonly status?: string; readonly after?: number };

export type Dialect = {
  readonly key: string;
  readonly cursor: (after: number, filters: readonly (readonly [string, string])[]) => string;
};

const ZIPF_URLS = 200;
const SEQUENCE = 100_000;
const CREATES = 2_000;
const CREATES_OF_MIX = 0.05;
const STEP_DISTANCE = 300;
const FILLED = 5_000;
const FILL_BLOCK = 500;
const SEARCH_EVERY = 5;
/**
 * The first number for searches. 15 % of the pets are called A followed by a number, and a search for A and this
 * number, or a following one, finds only a few of them.
 */
export const FIRST_SEARCH = 60_000;

export const pathOf = ({ limit, status, after }: Page, { cursor }: Dialect): string => {
  const filters = status === undefined ? [] : [["status", status] as [string, string]];
  const place = after === undefined ? [] : [["cursor", cursor(after, filters)]];
  return `${BASE_PATH}/pets?${new URLSearchParams([...filters, ["limit", String(limit)], ...place])}`;
};

export const getRequest = (path: string, { key }: Pick<Dialect, "key">): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;

type Change = { readonly method: string; readonly path: string; readonly body: object; readonly key?: string };

export const changeRequest = ({ method, path, body, key: retryKey }: Change, { key }: Pick<Dialect, "key">): string => {
  const text = JSON.stringify(body);
  const retry = retryKey === undefined ? "" : `Idempotency-Key: ${retryKey}\r\n`;
  return (
    `${method} ${BASE_PATH}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${retry}` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
};

const newPet = (n: number) => ({ name: `New ${n}`, categoryId: 1 + (n % CATEGORIES), status: "available" });

export const hotPage: Page = { limit: 20 };

export const zipfPages = (pets: number): Page[] => {
  const random = createRandom(1);
  const pages = new Map<string, Page>([["", hotPage]]);
  while (pages.size < ZIPF_URLS) {
    const limit = random.pick([5, 10, 20, 20, 20, 50, 100]);
    const status = random.pick([undefined, undefined, "available", "pending", "sold"]);
    const after = random.pick([undefined, random.int(1, pets)]);
    const page = { limit, ...(status !== undefined && { status }), ...(after !== undefined && { after }) };
    pages.set(JSON.stringify(page), page);
  }
  return [...pages.values()];
};

export const hotPlan = (dialect: Dialect): Plan => ({ requests: [getRequest(pathOf(hotPage, dialect), dialect)] });

export const zipfPlan = (dialect: Dialect, pets: number): Plan => ({
  requests: zipfPages(pets).map((page) => getRequest(pathOf(page, dialect), dialect)),
  sequence: zipfSequence(ZIPF_URLS, SEQUENCE, 2),
});

/** Requests the page of 20 pets after each of these pets, each page once. */
export const cursorsPlan = (dialect: Dialect, ids: readonly number[]): Plan => ({
  requests: ids.map((after) => getRequest(pathOf({ limit: 20, after }, dialect), dialect)),
  isOnce: true,
});

export const getPlan = (dialect: Dialect, ids: readonly number[]): Plan => ({
  requests: ids.map((id) => getRequest(`${BASE_PATH}/pets/${id}`, dialect)),
  isOnce: true,
});

export const createPlan = (dialect: Dialect): Plan => ({
  requests: Array.from({ length: CREATES }, (_, n) =>
    changeRequest({ method: "POST", path: "/pets", body: newPet(n) }, dialect),
  ),
});

/** Sends creates, each with a new `Idempotency-Key`. */
export const keyedCreatePlan = (dialect: Dialect, count: number, round: number): Plan => ({
  requests: Array.from({ length: count }, (_, n) =>
    changeRequest({ method: "POST", path: "/pets", body: newPet(n), key: `bench-${round}-${n}` }, dialect),
  ),
  isOnce: true,
});

export const updatePlan = (dialect: Dialect, ids: readonly number[], round: number): Plan => ({
  requests: ids.map((id) =>
    changeRequest({ method: "PATCH", path: `/pets/${id}`, body: { name: `Renamed ${round}` } }, dialect),
  ),
  isOnce: true,
});

export const searchPlan = (dialect: Dialect, names: readonly string[]): Plan => ({
  requests: names.map((name) => getRequest(`${BASE_PATH}/pets?q=${name}&limit=20`, dialect)),
  isOnce: true,
});

/**
 * Each turn places an order or, if the store already has the order, approves it. The delivery follows some requests
 * later.
 */
export const ordersPlan = (dialect: Dialect, petIds: readonly number[], orderIds: readonly number[]): Plan => ({
  requests: petIds.flatMap((petId, index) => {
    const step = (at: number, status: string) => {
      const id = orderIds[at];
      return id === undefined
        ? []
        : [changeRequest({ method: "PATCH", path: `/orders/${id}`, body: { status } }, dialect)];
    };
    const place = changeRequest({ method: "POST", path: "/orders", body: { petId } }, dialect);
    return [place, ...step(index, "approved"), ...step(index - STEP_DISTANCE, "delivered")];
  }),
  isOnce: true,
});

/**
 * Requests responses that no create changes: pages between two pets, and searches, which every change must be compared
 * with. Each is requested twice within a block, because the second request adds it to the cache.
 */
export const fillPlan = (dialect: Dialect, lastId: number): Plan => {
  const page = (n: number) => pathOf({ limit: 5, after: 1 + Math.floor((n * (lastId - 10)) / FILLED) }, dialect);
  const search = (n: number) => `${BASE_PATH}/pets?q=a${FIRST_SEARCH + n}&limit=20`;
  const requests = Array.from({ length: FILLED }, (_, n) =>
    getRequest(n % SEARCH_EVERY === 0 ? search(n) : page(n), dialect),
  );
  const blocks = Array.from({ length: FILLED / FILL_BLOCK }, (_, block) => block * FILL_BLOCK);
  const inBlock = Array.from({ length: FILL_BLOCK }, (_, index) => index);
  const twice = [...inBlock, ...inBlock];
  const sequence = Uint32Array.from(blocks.flatMap((from) => twice.map((index) => from + index)));
  return { requests, sequence, isOnce: true };
};

/** Requests the pages of the Zipf run, mixed with creates. */
export const mixPlan = (dialect: Dialect, pets: number): Plan => {
  const reads = zipfPlan(dialect, pets);
  const creates = createPlan(dialect);
  const random = createRandom(3);
  const sequence = (reads.sequence ?? new Uint32Array()).map((page) =>
    random.chance(CREATES_OF_MIX) ? ZIPF_URLS + random.int(0, CREATES - 1) : page,
  );
  return { requests: [...reads.requests, ...creates.requests], sequence };
};

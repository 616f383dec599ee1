import { HttpError } from "react-admin";
import { sessionKey } from "./session-key.js";

const nextCursor = (headers) => {
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
  return address && new URL(address, location.origin).searchParams.get("cursor");
};

const get = async (path, pairs, { headers, signal } = {}) => {
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== undefined && value !== null && value !== ""));
  const response = await fetch(`/v1/${path}?${query}`, {
    headers: { ...headers, authorization: `Bearer ${await sessionKey()}` },
    signal,
  });
  const body = await response.json();
  if (!response.ok) throw new HttpError(body.message, response.status, body);
  return { body, headers: response.headers };
};

/** What is known of a listing: the cursor of each page that was reached, and the count, asked once. */
const listings = new Map();

const getPage = async (resource, { filter, sort, page, perPage, signal }) => {
  const pairs = [
    ...Object.entries(filter),
    ["limit", String(perPage)],
    ...(sort === undefined ? [] : [["sort", `${sort.order === "DESC" ? "-" : ""}${sort.field}`]]),
  ];
  const name = JSON.stringify([resource, pairs]);
  const listing = listings.get(name) ?? { cursors: [undefined], total: undefined };
  listings.set(name, listing);
  let found;
  for (let at = Math.min(page, listing.cursors.length); at <= page; at += 1) {
    const headers = listing.total === undefined ? { prefer: "count=exact" } : {};
    // Each page's cursor is in the one before.
    // oxlint-disable-next-line no-await-in-loop
    found = await get(resource, [...pairs, ["cursor", listing.cursors[at - 1]]], { headers, signal });
    listing.total ??= Number(found.headers.get("total-count"));
    listing.cursors[at] = nextCursor(found.headers);
  }
  return { data: found.body, total: listing.total };
};

const getByIds = async (resource, ids, signal) => {
  const wanted = new Set(ids);
  if (resource !== "categories") {
    const { body } = await get(
      resource,
      ids.map((id) => ["id", String(id)]),
      { signal },
    );
    return body;
  }
  const { body } = await get(resource, [["limit", "1000"]], { signal });
  return body.filter(({ id }) => wanted.has(id));
};

/** The list only reads; nothing else is measured. */
export const dataProvider = {
  supportAbortSignal: true,
  getList: (resource, { filter, sort, pagination, signal }) =>
    getPage(resource, {
      filter,
      sort: resource === "pets" ? sort : undefined,
      ...pagination,
      signal,
    }),
  getMany: async (resource, { ids, signal }) => ({ data: await getByIds(resource, ids, signal) }),
  getOne: async (resource, { id, signal }) => ({ data: (await getByIds(resource, [id], signal))[0] }),
};

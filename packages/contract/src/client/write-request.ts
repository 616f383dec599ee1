import { ACCEPT } from "./generated/routes.js";
import type { Route } from "./route.js";
import type { RequestOptions } from "./types.js";

type Value = string | number | boolean;

type Values = Value | readonly (Value | undefined)[] | undefined | { readonly [Key in string]: Values };

/** What a caller can pass to any operation. */
export type Request = RequestOptions & {
  readonly params?: Readonly<Record<string, Value>>;
  /** A string is a query that is already serialised, as in a `Link` header field. */
  readonly query?: Readonly<Record<string, Values>> | string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

const pairsOf = (name: string, value: Values): string[][] => {
  if (typeof value !== "object") return value === undefined ? [] : [[name, String(value)]];
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(name, one as Value | undefined));
  return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one));
};

/** A parameter with several values is repeated: `id=1&id=2`; an object is written as `attributes[breed]=Labrador`. */
const writeQuery = (query: NonNullable<Request["query"]>): string =>
  typeof query === "string"
    ? query
    : String(new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairsOf(name, value))));

export const writeUrl = (baseUrl: string, route: Route, { params = {}, query = {} }: Request): string => {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new TypeError(`${route.operation} needs params.${name}`);
    return encodeURIComponent(String(value));
  });
  const search = writeQuery(query);
  return `${baseUrl.replace(/\/$/, "")}${path}${search === "" ? "" : `?${search}`}`;
};

// crypto.randomUUID() is not available on pages without TLS.
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The header fields that are the same in each attempt. */
export const writeHeaders = (route: Route, { headers = {}, body }: Request): Headers => {
  if ("if-match" in headers && !headers["if-match"]) {
    throw new TypeError(
      `${route.operation}: headers["if-match"] is ${headers["if-match"]}, so the change could overwrite a newer one; pass the etag of a response, or leave the field out`,
    );
  }
  const written = new Headers({ accept: ACCEPT });
  // `fetch` sends the type of a Blob by itself.
  if (body instanceof Blob) {
    if (body.type === "") throw new TypeError(`${route.operation} needs body.type, such as image/jpeg`);
  } else if (body !== undefined) written.set("content-type", "application/json");
  if (route.takesIdempotencyKey) written.set("idempotency-key", randomKey());
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) written.set(name, value);
  return written;
};

import { AuditQuery, HistoryQuery } from "@petstore/contract/schemas";
import type { z } from "zod";
import { keyOfParameters, type ViewedList } from "../../lib/views/views";

type Parameters = Omit<z.output<typeof AuditQuery>, "limit">;

/** The search parameters of the history, which are the query of `GET /history`. */
export type HistorySearch = { readonly [Name in keyof Parameters]?: Parameters[Name] | undefined } & {
  /** True to request `GET /audit-events` instead, which also has events of keys and accounts. */
  readonly all?: true | undefined;
};

export type HistoryFilters = Omit<HistorySearch, "cursor" | "all">;

const { limit: _history, actionId: _action, ...catalogueSchemas } = HistoryQuery.shape;
const { limit: _audit, ...allSchemas } = AuditQuery.shape;

/** Drops what the contract's schema refuses, because an address may be mistyped. */
export const parseHistorySearch = (given: Readonly<Record<string, unknown>>): HistorySearch => {
  const isAll = String(given["all"]) === "true";
  const pairs = Object.entries(isAll ? allSchemas : catalogueSchemas).flatMap(([name, schema]) => {
    const parsed = given[name] === undefined ? undefined : schema.safeParse(given[name]);
    return parsed?.success === true ? [[name, parsed.data]] : [];
  });
  return { ...(Object.fromEntries(pairs) as HistorySearch), ...(isAll && { all: true }) };
};

export const filtersOf = ({ cursor: _cursor, all: _all, ...filters }: HistorySearch): HistoryFilters => filters;

/** Describes the history for saved views. */
export const historyViews = (search: HistorySearch, show: (search: HistorySearch) => void): ViewedList => ({
  page: "history",
  now: { ...filtersOf(search), all: search.all },
  keyOf: keyOfParameters,
  onShow: (query) => show(parseHistorySearch({ ...query })),
});

export const hasFilters = (search: HistorySearch): boolean =>
  Object.values(filtersOf(search)).some((value) => value !== undefined);

/** Splits `pet:124` into the kind `pet` and the number `124`. */
export const splitSubject = (subject = ""): { readonly kind: string; readonly number: string } => {
  const [kind = "", number = ""] = subject.split(":");
  return { kind, number };
};

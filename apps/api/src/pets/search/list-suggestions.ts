import {
  type Attribute,
  contract,
  type Customer,
  type ExpandedOrder,
  MAX_SUGGESTIONS,
  type MatchReason,
  type Pet,
  type Suggestion,
} from "@petstore/contract/routes";
import type { Flow } from "../../concurrency/fair-queue.js";
import type { Lanes } from "../../concurrency/lanes.js";
import { createReads } from "../../credentials/ask-operations.js";
import { seenBy } from "../../credentials/scopes.js";
import type { Database } from "../../database/open-database.js";
import { type Query, queryOfPool } from "../../database/query.js";
import { queryInLane } from "../../operation/query-in-lane.js";
import type { Operation } from "../../operation/operation.js";
import type { Seen } from "../../operation/principal.js";
import { readDefinitions } from "../store/attribute-table.js";
import { petPages } from "../read-pet-pages.js";
import type { SearchKeeper } from "./keep-search.js";
import { excerptOf, missingIn, rangesIn, type Sought } from "./match-ranges.js";
import { parseSearch } from "./parse-search.js";
import { planSearch } from "./plan-search.js";
import type { SearchedPet } from "./search-document.js";
import { suggestValues } from "./suggest-values.js";
import { readSearchedPets } from "./write-documents.js";

const { customers, orders } = contract;

type Operations = {
  readonly customers: { readonly listCustomers: Operation<typeof customers.listCustomers> };
  readonly orders: { readonly listOrders: Operation<typeof orders.listOrders> };
};

type Deps = {
  readonly database: Pick<Database, "reads">;
  readonly lanes: Lanes;
  readonly searchKeeper: Pick<SearchKeeper, "settle">;
};

/** The least number of pets that are suggested if they match, and the most categories, customers or orders. */
const [MIN_PETS, MAX_OTHERS] = [3, 2];

type Field = { readonly field: string; readonly text: string };

/** Returns the first of these fields that has a word of the search which the name lacks. */
const reasonOf = (name: string, fields: readonly Field[], sought: Sought): MatchReason | null => {
  const missing = missingIn(name, sought);
  if (missing.length === 0) return null;
  for (const { field, text } of fields) {
    const excerpt = excerptOf(text, { ...sought, terms: missing });
    if (excerpt !== undefined) return { field, ...excerpt };
  }
  return null;
};

const textOf = ({ options }: Attribute, value: unknown): string =>
  [value]
    .flat()
    .map((one) => options.find((option) => option.value === one)?.label ?? String(one))
    .join(", ");

const fieldsOf = (
  { id, externalId, category, attributes, notes }: SearchedPet,
  definitions: readonly Attribute[],
  seen: Seen,
): Field[] => {
  const given: (readonly [string, string | null])[] = [
    ["id", String(id)],
    ["externalId", externalId],
    ["category", category],
    ...definitions.map(
      (one) =>
        [
          `attributes.${one.name}`,
          attributes?.[String(one.id)] === undefined ? null : textOf(one, attributes[String(one.id)]),
        ] as const,
    ),
    ["notes", seen === "all" ? notes : null],
  ];
  return given.flatMap(([field, text]) => (text === null ? [] : [{ field, text }]));
};

const empty = { id: null, status: null, attribute: null, value: null, reason: null };

const suggestPets = (
  pets: readonly Pet[],
  searched: readonly SearchedPet[],
  definitions: readonly Attribute[],
  { sought, seen }: { readonly sought: Sought; readonly seen: Seen },
): Suggestion[] =>
  pets.map(({ id, name, status }) => {
    const pet = searched.find((one) => Number(one.id) === id);
    const reason = pet === undefined ? null : reasonOf(name, fieldsOf(pet, definitions, seen), sought);
    return { ...empty, kind: "pet", id, status, text: name, ranges: rangesIn(name, sought), reason };
  });

const categoriesSql = `SELECT id, name FROM category WHERE search_text(name) LIKE '%' || $1 || '%' ORDER BY id LIMIT 100`;

const suggestCategories = async (query: Query, sought: Sought): Promise<Suggestion[]> => {
  // Words have no wildcard of LIKE.
  const [word] = sought.terms[0]?.spellings ?? [];
  if (word === undefined) return [];
  const rows = await query<{ id: string; name: string }>(categoriesSql, [word], "suggested_categories");
  return rows
    .filter(({ name }) => missingIn(name, sought).length === 0)
    .slice(0, MAX_OTHERS)
    .map(({ id, name }) => ({
      ...empty,
      kind: "category",
      id: Number(id),
      text: name,
      ranges: rangesIn(name, sought),
    }));
};

const suggestCustomer = ({ id, name, email, phone }: Customer, sought: Sought): Suggestion => {
  const fields = [
    { field: "email", text: email ?? "" },
    { field: "phone", text: phone ?? "" },
    { field: "id", text: String(id) },
  ];
  const reason = reasonOf(name, fields, sought);
  return { ...empty, kind: "customer", id, text: name, ranges: rangesIn(name, sought), reason };
};

const suggestOrder = ({ id, reference, note, pet, customer }: ExpandedOrder, sought: Sought): Suggestion => {
  const text = reference ?? "";
  const fields = [
    { field: "id", text: String(id) },
    { field: "pet", text: pet?.name ?? "" },
    { field: "customer", text: customer?.name ?? "" },
    { field: "notes", text: note ?? "" },
  ];
  const reason = reasonOf(text, fields, sought);
  return { ...empty, kind: "order", id, text, ranges: rangesIn(text, sought), reason };
};

/** Returns at most {@link MAX_SUGGESTIONS}, with the pets first. */
const choose = (pets: readonly Suggestion[], others: readonly Suggestion[]): Suggestion[] => {
  const chosen = pets.slice(0, Math.max(MIN_PETS, MAX_SUGGESTIONS - others.length));
  return [...chosen, ...others.slice(0, MAX_SUGGESTIONS - chosen.length)];
};

export const listSuggestions = (
  { database, lanes, searchKeeper }: Deps,
  operations: Operations,
): Operation<typeof contract.suggestions.listSuggestions> => {
  const { pool } = database.reads;
  const readPage = petPages(pool, lanes);
  const findPets = async (
    query: Query,
    flow: Flow,
    q: string,
    typed: Sought,
    seen: Seen,
    definitions: readonly Attribute[],
  ) => {
    const plan = await planSearch(query, { q, seen, settle: searchKeeper.settle });
    const filters = { q, sort: "relevance" as const, search: plan };
    const page = await readPage(flow, { filters, limit: MAX_SUGGESTIONS, position: undefined });
    const pets = JSON.parse(page.text) as Pet[];
    const sought = { ...typed, correctionsOf: plan.correctionsOf };
    const unexplained = pets.filter(({ name }) => missingIn(name, sought).length > 0);
    const searched = await readSearchedPets(
      query,
      unexplained.map(({ id }) => id),
    );
    return { pets: suggestPets(pets, searched, definitions, { sought, seen }), corrected: plan.corrected ?? null };
  };
  return async ({ query: { q } }, flow, reader) => {
    const seen = seenBy(reader);
    const query = queryInLane(lanes.reads, flow, queryOfPool(pool));
    const sought: Sought = { ...parseSearch(q), correctionsOf: () => [] };
    const { ask, ifMay } = createReads(lanes, flow, reader);
    const given = { q: q.trim(), limit: MAX_OTHERS };
    const canAsk = customers.listCustomers.query.safeParse({ q: given.q }).success;
    const definitions = (await readDefinitions(query)).filter(({ isPublic }) => isPublic || seen === "all");
    const [found, values, categories, foundCustomers, foundOrders] = await Promise.all([
      findPets(query, flow, q, sought, seen, definitions),
      suggestValues(query, q, sought, definitions),
      suggestCategories(query, sought),
      canAsk
        ? ifMay(customers.listCustomers, () => ask(customers.listCustomers, operations.customers.listCustomers, given))
        : undefined,
      canAsk && seen === "all"
        ? ask(orders.listOrders, operations.orders.listOrders, { ...given, sort: "-id", expand: ["pet", "customer"] })
        : undefined,
    ]);
    const others = [
      ...values,
      ...categories,
      ...(foundCustomers?.body ?? []).map((one) => suggestCustomer(one, sought)),
      ...(foundOrders?.body ?? []).map((one) => suggestOrder(one, sought)),
    ];
    const suggestions = choose(found.pets, others);
    return { status: 200, body: { suggestions, corrected: found.pets.length > 0 ? found.corrected : null } };
  };
};

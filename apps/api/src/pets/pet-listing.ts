import { type contract, MAX_ID } from "@petstore/contract/routes";
import type { ServerInferRequest } from "@ts-rest/core";
import { Prisma } from "../generated/client.js";
import { contains } from "../operation/listing/contains.js";
import { type Equality, type Listing } from "../operation/listing/keyset.js";
import type { JsonListing } from "../operation/listing/json-page.js";
import type { Seen } from "../operation/principal.js";
import { type AttributeFilter, namesAttributes, type Resolved } from "./filters/attribute-filters.js";
import {
  fewPets,
  hasValue,
  idsWith,
  isFound,
  isInWalk,
  isOneValue,
  petsWith,
  profilesFor,
  restOfPet,
  sortedParts,
} from "./filters/value-source.js";
import { petColumnOf } from "./store/pet-table.js";
import { expandedPetJson } from "./store/pet-json.js";

export type PetQuery = ServerInferRequest<typeof contract.pets.listPets>["query"];
export type PetFilters = Omit<PetQuery, "limit" | "cursor" | "offset">;

/** What a listing returns. */
export type PetSelection = PetFilters & {
  /** The attributes in each pet's profile; undefined without profiles. */
  readonly seen?: Seen | undefined;
  /** What the query's attributes stand for; undefined if it names none. */
  readonly resolved?: Resolved | undefined;
};

const byId = [Prisma.sql`id`];
const byName = [Prisma.sql`lower(name)`, Prisma.sql`id`];
const byValue = [Prisma.sql`sort_value`, Prisma.sql`id`];
const byRank = [Prisma.sql`sort_rank`, ...byValue];
const petTable = Prisma.sql`pet`;

const isByName = (sort: PetFilters["sort"]): boolean => sort === "name" || sort === "-name";

/** Whether pets must be found, or put in order, by more than their id, status and category. */
const isBeyondIndex = (filters: PetFilters): boolean =>
  filters.name !== undefined || isByName(filters.sort) || namesAttributes(filters);

/** Whether the time of their creation selects pets. */
export const hasCreation = ({ createdFrom, createdTo }: PetFilters): boolean =>
  createdFrom !== undefined || createdTo !== undefined;

/** Every order by id has an index, with a status or a category too. */
export const isAlongIndex = (filters: PetFilters): boolean =>
  filters.id === undefined && filters.externalId === undefined && !isBeyondIndex(filters);

/** Whether PostgreSQL may have to scan the table. */
export const isSearch = (filters: PetFilters): boolean =>
  filters.id === undefined && filters.externalId === undefined && isBeyondIndex(filters);

type FilterValues = { readonly status: Prisma.Sql; readonly categoryId: Prisma.Sql };

const parametersOf = ({ status, categoryId }: PetFilters): FilterValues => ({
  status: Prisma.sql`${status}::pet_status`,
  categoryId: Prisma.sql`${categoryId}::bigint`,
});

/** Ten pages of a value that just more than few of a million pets have; a tenth of a second of PostgreSQL. */
const MAX_WALKED = 20_000;

/** An order by an attribute, whose pets may come from two sources. */
const bySort = (
  {
    sort,
    within,
    isDescending,
  }: { sort: NonNullable<Resolved["sort"]>; within: AttributeFilter | undefined; isDescending: boolean },
  conditions: Pick<Listing, "where" | "walked">,
  whereWalked: readonly Prisma.Sql[],
) => {
  const sources = sortedParts({ ...sort, isDescending }, within);
  const canCluster = whereWalked.length > 0;
  const parts = sources.map((from, at): Listing => {
    const order = { columns: at === 0 ? byValue : byId, isDescending };
    return {
      select: Prisma.empty,
      from,
      alias: petTable,
      ...conditions,
      walked: { from, where: whereWalked, most: MAX_WALKED },
      order,
      canCluster,
    };
  });
  const all = sources.map((source) => Prisma.sql`SELECT * FROM ${source}`);
  const from = Prisma.sql`(${Prisma.join(all, " UNION ALL ")}) AS pet`;
  return {
    from,
    ...conditions,
    walked: { from, where: whereWalked, most: MAX_WALKED },
    parts,
    order: { columns: byRank, isDescending },
  };
};

/** Sources, conditions and order of a listing by attributes. @param others - Conditions beside them. */
const byAttributes = ({ sort: order, resolved }: PetSelection, others: readonly Prisma.Sql[]) => {
  const { filters = [], few, sort } = resolved ?? {};
  const isDescending = order.startsWith("-");
  const without = (taken: AttributeFilter | undefined, toSql: (filter: AttributeFilter) => Prisma.Sql) => [
    ...others,
    ...filters.filter((filter) => filter !== taken).map(toSql),
  ];
  const plainOrder = { columns: isByName(order) ? byName : byId, isDescending };
  if (few !== undefined) {
    const ordered = sort === undefined ? plainOrder : { columns: byRank, isDescending };
    const from = fewPets(few, sort && { ...sort, isDescending });
    return { from, where: without(few, hasValue), order: ordered };
  }
  if (sort !== undefined) {
    const within = filters.find(({ attributeId }) => attributeId === sort.attributeId);
    return bySort({ sort, within, isDescending }, { where: without(within, isFound) }, without(within, hasValue));
  }
  const found = { from: petTable, where: without(undefined, isFound), order: plainOrder, canCluster: true };
  if (isByName(order))
    return { ...found, walked: { from: petTable, where: without(undefined, hasValue), most: MAX_WALKED } };
  const first = filters.find(isOneValue);
  const where = without(first, first === undefined ? isInWalk : hasValue);
  if (first !== undefined && where.length === 0) return { from: petsWith(first), where, order: plainOrder };
  const from = first === undefined ? profilesFor(filters) : idsWith(first);
  return { ...found, walked: { from, joined: restOfPet, where, most: MAX_WALKED } };
};

/** How a page is read: at once from few rows, by a short walk that may suffice, or else by a search of any length. */
export const wayOf = (
  { resolved, name, sort }: PetFilters & PetSelection,
  listing: Listing,
): "short" | "walk" | "search" => {
  if (resolved === undefined) return "search";
  const isOneWalk = listing.parts === undefined && listing.canCluster !== true;
  if (resolved.few !== undefined || isOneWalk) return "short";
  return listing.parts === undefined && name === undefined && !isByName(sort) ? "walk" : "search";
};

/** The least id of the pets that were created or imported at or after the time: ids are given in that order. */
const firstIdFrom = (time: string | undefined, id: Prisma.Sql, action: Prisma.Sql) => Prisma.sql`
  SELECT ${id} AS id FROM audit_event WHERE action = ${action} AND at >= ${time}::timestamptz AND ${id} IS NOT NULL
  ORDER BY at, audit_event.id LIMIT 1`;

const creationEnd = (
  time: string | undefined,
): Prisma.Sql => Prisma.sql`(SELECT coalesce(min(first.id), ${MAX_ID}::bigint)
  FROM ((${firstIdFrom(time, Prisma.sql`subject_id`, Prisma.sql`'pet.create'`)}) UNION ALL
    (${firstIdFrom(time, Prisma.sql`(after ->> 'firstPetId')::bigint`, Prisma.sql`'catalogue.import'`)})) AS first)`;

/** @param values - SQL for the filter values, if they are not parameters of the statement. */
export const petListing = (filters: PetSelection, values: FilterValues = parametersOf(filters)): JsonListing => {
  const { status, categoryId, name, id, externalId, createdFrom, createdTo, sort } = filters;
  const created = {
    ...(createdFrom !== undefined && { from: creationEnd(createdFrom) }),
    ...(createdTo !== undefined && { below: creationEnd(createdTo) }),
  };
  const equal: Equality[] = [
    ...(categoryId === undefined ? [] : [{ column: Prisma.sql`category_id`, value: values.categoryId }]),
    ...(status === undefined ? [] : [{ column: Prisma.sql`status`, value: values.status }]),
  ];
  // Names, ids and values have their own indexes; the planner decides how to apply the other filters.
  const isWithin = isAlongIndex(filters);
  const where = [
    ...(isWithin || created.from === undefined ? [] : [Prisma.sql`id >= ${created.from}`]),
    ...(isWithin || created.below === undefined ? [] : [Prisma.sql`id < ${created.below}`]),
    ...(isWithin ? [] : equal.map(({ column, value }) => Prisma.sql`${column} = ${value}`)),
    ...(name === undefined ? [] : [contains(Prisma.sql`name`, name)]),
    ...(id === undefined ? [] : [Prisma.sql`id = ANY (${id}::bigint[])`]),
    ...(externalId === undefined
      ? []
      : [Prisma.sql`id = (SELECT pet_id FROM pet_profile WHERE external_id = ${externalId})`]),
  ];
  const isHeavy = filters.seen !== undefined;
  const columns = { select: Prisma.join(Object.values(petColumnOf)), json: expandedPetJson(filters.seen), isHeavy };
  if (namesAttributes(filters)) return { ...columns, alias: petTable, ...byAttributes(filters, where) };
  const isFew = id !== undefined || externalId !== undefined;
  return {
    ...columns,
    from: Prisma.sql`pet`,
    where,
    within: isWithin ? equal : [],
    range: isWithin ? created : {},
    canCluster: isByName(sort) && !isFew && where.length > 0,
    order: { columns: isByName(sort) ? byName : byId, isDescending: sort.startsWith("-") },
  };
};

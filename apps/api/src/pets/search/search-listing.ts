import { Prisma } from "../../generated/client.js";
import type { ListingPart, PartedListing, PlainListing, Shared } from "../../operation/listing/listing.js";
import { petColumnOf } from "../store/pet-table.js";
import { FEW_MATCHES, type SearchPlan, type Tier } from "./plan-search.js";

/**
 * The most documents that are tested one by one. Of several frequent words, few pets may have all, so not much time is
 * lost before all matches are found.
 */
const MAX_WALKED = { one: 5_000, several: 1_500 };

/** The conditions of the other filters. */
export type Others = {
  /** Those on columns of an index in the order of ids. */
  readonly indexed: readonly Prisma.Sql[];
  readonly rest: readonly Prisma.Sql[];
  /** The status that all pets have. */
  readonly status: string | undefined;
};

/** PostgreSQL reads, ranks and sorts this many matches in three milliseconds. */
const QUICK_MATCHES = 500;

const { id: _id, ...withoutId } = petColumnOf;
const columns = Prisma.join(Object.values(petColumnOf));
const otherColumns = Object.values(withoutId);

const hasWords = (matches: string) => Prisma.sql`words @@ ${matches}::tsquery`;
const anyOf = (queries: readonly string[]) => queries.join(" | ");

/** The condition that the index finds a document for some neighbouring tiers. */
const isFound = (tiers: readonly Tier[], group: readonly number[]): Prisma.Sql => {
  const last = group.at(-1) ?? 0;
  // The last tier includes all before it but the first two.
  const others = group.filter((tier) => tier < 2 && tier !== last).flatMap((tier) => tiers[tier]?.lookUp ?? []);
  const all = (tiers[last]?.lookUp ?? []).map((one) => hasWords(anyOf([one, ...others])));
  return Prisma.join(all, " AND ");
};

/** The condition that a pet's document matches a search. @param plan - All tiers but the corrected one count. */
export const matchesSearch = ({ tiers }: SearchPlan): Prisma.Sql => Prisma.sql`id IN (
  SELECT pet_id FROM pet_search
  WHERE ${isFound(tiers, [0, 1, 2, 3])} AND ${hasWords(anyOf(tiers.slice(0, 4).map(({ matches }) => matches)))})`;

const order = {
  columns: [Prisma.sql`rank`, Prisma.sql`id`, Prisma.sql`corrections`],
  isDescending: false,
};

/** Each tier has two ranks: available pets come before the others. */
const ranksOf = (tier: number) => [2 * tier, 2 * tier + 1] as const;

/** The tier of a document. Null if it does not match. */
const tierSql = (tiers: readonly Tier[]): Prisma.Sql => {
  const cases = tiers.map(({ matches }, at) => Prisma.sql`WHEN ${hasWords(matches)} THEN ${Prisma.raw(String(at))}`);
  return Prisma.sql`CASE ${Prisma.join(cases, " ")} END`;
};
const rankSql = Prisma.sql`2 * tier + (status <> 'available')::int`;

/** The documents that the index finds for some neighbouring tiers, with their tiers. */
const documentsOf = ({ tiers }: SearchPlan, group: readonly number[]): Prisma.Sql =>
  Prisma.sql`(SELECT pet_id, ${tierSql(tiers)} AS tier FROM pet_search WHERE ${isFound(tiers, group)} OFFSET 0)`;

/**
 * The pets that some documents belong to, with their rank. LATERAL and OFFSET keep the planner from reading all pets, or
 * all documents.
 * @param documents - Rows of `pet_id` and `tier`.
 */
const rankedPets = ({ corrections }: SearchPlan, documents: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT ${columns}, ${rankSql} AS rank, ${corrections}::text AS corrections
  FROM ${documents} AS document
    CROSS JOIN LATERAL (SELECT ${columns} FROM pet WHERE pet.id = document.pet_id OFFSET 0) AS found
  ) AS pet`;

const isAvailable = (rank: number) => rank % 2 === 0;
const statusOf = (rank: number) =>
  isAvailable(rank) ? Prisma.sql`status = 'available'` : Prisma.sql`status <> 'available'`;

/** The pets of neighbouring tiers, which are all ranked and sorted. @param documents - Rows of `pet_id` and `tier`. */
const rankedPart = (
  plan: SearchPlan,
  documents: Prisma.Sql,
  group: readonly number[],
  { indexed, rest }: Others,
): ListingPart => {
  const firsts = group.flatMap(ranksOf);
  const bounds = Prisma.sql`rank BETWEEN ${Prisma.raw(String(firsts[0]))} AND ${Prisma.raw(String(firsts.at(-1)))}`;
  return {
    select: Prisma.empty,
    from: rankedPets(plan, documents),
    where: [bounds, ...indexed, ...rest],
    order,
    firsts,
  };
};

/**
 * The pets of one rank, from documents in the order of their pets' ids. So only as many pets are looked up as a page
 * needs.
 * @param documents - Rows of `pet_id`.
 */
const pickedPart = (
  { corrections }: SearchPlan,
  documents: Prisma.Sql,
  rank: number,
  { indexed, rest }: Others,
): ListingPart => ({
  select: Prisma.empty,
  from: Prisma.sql`(
    SELECT document.pet_id AS id, ${Prisma.join(otherColumns.map((one) => Prisma.sql`found.${one}`))},
      ${Prisma.raw(String(rank))} AS rank, ${corrections}::text AS corrections
    FROM ${documents} AS document CROSS JOIN LATERAL (
      SELECT ${Prisma.join(otherColumns)} FROM pet WHERE pet.id = document.pet_id OFFSET 0) AS found
    ORDER BY document.pet_id) AS pet`,
  where: [statusOf(rank), ...indexed, ...rest],
  order: { columns: [Prisma.sql`id`, Prisma.sql`corrections`], isDescending: false },
  firsts: [rank],
});

/** The pets with exactly a name, which an index has in the order of their ids. */
const named = (name: string) => Prisma.sql`(SELECT pet_id FROM pet_search WHERE name = ${name})`;

const inTier = ({ name }: Shared, tier: number) =>
  Prisma.sql`(SELECT pet_id FROM ${name} WHERE tier = ${Prisma.raw(String(tier))} ORDER BY pet_id OFFSET 0)`;

/** One tier, which has many matches. They are walked in the order of their ids, with a search if too few are near. */
const walkedPart = (
  plan: SearchPlan,
  tier: number,
  rank: number,
  { shared, others }: { readonly shared: Shared; readonly others: Others },
): ListingPart => {
  const { tiers, corrections } = plan;
  const { indexed, rest } = others;
  const { matches = "" } = tiers[tier] ?? {};
  const status = statusOf(rank);
  const better = tiers.slice(0, tier).map((one) => one.matches);
  const isInTier = [hasWords(matches), ...(better.length === 0 ? [] : [Prisma.sql`NOT ${hasWords(anyOf(better))}`])];
  const walked = {
    from: Prisma.sql`(SELECT ${columns}, ${Prisma.raw(String(rank))} AS rank, ${corrections}::text AS corrections
      FROM pet WHERE ${Prisma.join([status, ...indexed], " AND ")}) AS pet`,
    joined: Prisma.sql`CROSS JOIN LATERAL (SELECT words FROM pet_search WHERE pet_id = id OFFSET 0) AS document`,
    where: [...isInTier, ...rest],
    most: plan.words === 1 ? MAX_WALKED.one : MAX_WALKED.several,
  };
  const searched = pickedPart(plan, inTier(shared, tier), rank, others);
  return { ...searched, kind: "clustered", alias: Prisma.sql`pet`, walked, shared };
};

/** Tells whether so few pets match that the search takes no longer than a page by id. */
export const isQuick = ({ tiers }: SearchPlan): boolean => tiers.every(areVeryFew);

const areFew = (tier: Tier | undefined) => tier !== undefined && tier.most <= FEW_MATCHES;
const areVeryFew = (tier: Tier | undefined) => tier !== undefined && tier.most <= QUICK_MATCHES;

/** Tells whether pets of a rank may have the status that is filtered by. */
const mayHaveRank = ({ status }: Others, rank: number) =>
  status === undefined || (status === "available") === isAvailable(rank);

/**
 * Neighbouring tiers with very few matches are read, ranked and sorted together. Each of the others is read only if the
 * page needs it. The pets with exactly the name are found without their words.
 */
const groupsOf = ({ tiers, name }: SearchPlan): number[][] => {
  const groups: number[][] = [];
  let most = 0;
  for (const [at, tier] of tiers.entries()) {
    most += tier.most;
    const isFirst = at === 0 || (at === 1 && name !== undefined);
    if (!isFirst && most <= QUICK_MATCHES) groups.at(-1)?.push(at);
    else {
      groups.push([at]);
      most = tier.most;
    }
  }
  return groups;
};

/**
 * Returns the listing of all pets that match a search, the best first: by their kind of match, the available ones first,
 * then by id.
 * @param others - The conditions of other filters.
 */
export const byRelevance = (
  plan: SearchPlan,
  others: Others,
): Omit<PartedListing, "select"> | Omit<PlainListing, "select"> => {
  const { tiers, name } = plan;
  const conditions = [Prisma.sql`rank IS NOT NULL`, ...others.indexed, ...others.rest];
  if (isQuick(plan)) return { from: rankedPets(plan, documentsOf(plan, [...tiers.keys()])), where: conditions, order };
  const all = Prisma.sql`(SELECT ${columns}, ${rankSql} AS rank, ${plan.corrections}::text AS corrections
    FROM pet JOIN (SELECT pet_id, ${tierSql(tiers)} AS tier FROM pet_search) AS document ON document.pet_id = pet.id) AS pet`;
  return {
    kind: "parted",
    from: all,
    where: conditions,
    order,
    parts: groupsOf(plan).flatMap((group, at): ListingPart[] => {
      const [tier = 0] = group;
      const ranks = ranksOf(tier).filter((rank) => mayHaveRank(others, rank));
      if (tier === 0 && name !== undefined) return ranks.map((rank) => pickedPart(plan, named(name), rank, others));
      const rows = documentsOf(plan, group);
      if (group.length > 1 || areVeryFew(tiers[tier])) return [rankedPart(plan, rows, group, others)];
      const shared = { name: Prisma.raw(`matched${at}`), rows };
      if (areFew(tiers[tier]))
        return ranks.map((rank) => ({ ...pickedPart(plan, inTier(shared, tier), rank, others), shared }));
      return ranks.map((rank) => walkedPart(plan, tier, rank, { shared, others }));
    }),
  };
};

import { Prisma } from "../../generated/client.js";
import type { ListingPart, PartedListing, PlainListing } from "../../operation/listing/listing.js";
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

/** The condition that a pet's document matches a search. @param plan - All tiers but the corrected one count. */
export const matchesSearch = ({ tiers }: SearchPlan): Prisma.Sql =>
  Prisma.sql`id IN (SELECT pet_id FROM pet_search WHERE ${hasWords(anyOf(tiers.slice(0, 4).map(({ matches }) => matches)))})`;

/** Each tier has two ranks: available pets come before the others. */
const ranksOf = (tier: number) => [2 * tier, 2 * tier + 1] as const;

/** Null if the document does not match. */
const rankSql = (tiers: readonly Tier[]): Prisma.Sql => {
  const cases = tiers.map(
    ({ matches }, at) => Prisma.sql`WHEN ${hasWords(matches)} THEN ${Prisma.raw(String(ranksOf(at)[0]))}`,
  );
  return Prisma.sql`CASE ${Prisma.join(cases, " ")} END + (status <> 'available')::int`;
};

/**
 * The pets that some documents belong to, with their rank. LATERAL and OFFSET keep the planner from reading all pets, or
 * all documents.
 */
const rankedPets = ({ tiers, corrections }: SearchPlan, lookUp: string): Prisma.Sql => Prisma.sql`(
  SELECT ${columns}, ${rankSql(tiers)} AS rank, ${corrections}::text AS corrections
  FROM (SELECT pet_id, words FROM pet_search WHERE ${hasWords(lookUp)} OFFSET 0) AS document
    CROSS JOIN LATERAL (SELECT ${columns} FROM pet WHERE pet.id = document.pet_id OFFSET 0) AS found
  ) AS pet`;

const isAvailable = (rank: number) => rank % 2 === 0;
const statusOf = (rank: number) =>
  isAvailable(rank) ? Prisma.sql`status = 'available'` : Prisma.sql`status <> 'available'`;

/** The pets with exactly the name, which an index has in the order of their ids. */
const namedPart = (
  { corrections }: SearchPlan,
  name: string,
  rank: number,
  { indexed, rest }: Others,
): ListingPart => ({
  select: Prisma.empty,
  from: Prisma.sql`(
    SELECT document.pet_id AS id, ${Prisma.join(otherColumns.map((one) => Prisma.sql`found.${one}`))},
      ${Prisma.raw(String(rank))} AS rank, ${corrections}::text AS corrections
    FROM pet_search AS document CROSS JOIN LATERAL (
      SELECT ${Prisma.join(otherColumns)} FROM pet WHERE pet.id = document.pet_id OFFSET 0) AS found
    WHERE document.name = ${name}) AS pet`,
  where: [statusOf(rank), ...indexed, ...rest],
  order: { columns: [Prisma.sql`id`, Prisma.sql`corrections`], isDescending: false },
  firsts: [rank],
});

/** One tier, which has many matches. They are walked in the order of their ids, with a search if too few are near. */
const walkedPart = (plan: SearchPlan, tier: number, rank: number, { indexed, rest }: Others): ListingPart => {
  const { tiers, corrections } = plan;
  const { matches = "", lookUp = "" } = tiers[tier] ?? {};
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
  return {
    kind: "clustered",
    select: Prisma.empty,
    from: rankedPets(plan, lookUp),
    alias: Prisma.sql`pet`,
    where: [Prisma.sql`rank = ${Prisma.raw(String(rank))}`, ...indexed, ...rest],
    walked,
    order: { columns: [Prisma.sql`id`, Prisma.sql`corrections`], isDescending: false },
    firsts: [rank],
  };
};

const order = {
  columns: [Prisma.sql`rank`, Prisma.sql`id`, Prisma.sql`corrections`],
  isDescending: false,
};

/** Tells whether so few pets match that the search takes no longer than a page by id. */
export const isQuick = ({ tiers }: SearchPlan): boolean => Math.max(...tiers.map(({ most }) => most)) <= QUICK_MATCHES;

const areFew = ({ most }: Tier) => most <= FEW_MATCHES;

/**
 * Neighbouring tiers with few matches are read, ranked and sorted together. The pets with exactly the name are a group of
 * their own if there are not quite few.
 */
const groupsOf = (plan: SearchPlan): number[][] => {
  const groups: number[][] = [];
  let previous: Tier | undefined;
  for (const [at, tier] of plan.tiers.entries()) {
    if (previous !== undefined && areFew(previous) && areFew(tier)) groups.at(-1)?.push(at);
    else groups.push([at]);
    previous = at === 0 && plan.name !== undefined && !isQuick(plan) ? undefined : tier;
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
  const { tiers } = plan;
  const conditions = [...others.indexed, ...others.rest];
  const hasRank = (rank: number) =>
    others.status === undefined || (others.status === "available") === isAvailable(rank);
  const lookUpOf = (group: readonly number[]) => anyOf(group.map((at) => tiers[at]?.lookUp ?? ""));
  const plainOf = (group: readonly number[]) => {
    const [lowest] = ranksOf(group[0] ?? 0);
    const [, highest] = ranksOf(group.at(-1) ?? 0);
    const bounds = Prisma.sql`rank BETWEEN ${Prisma.raw(String(lowest))} AND ${Prisma.raw(String(highest))}`;
    return { from: rankedPets(plan, lookUpOf(group)), where: [bounds, ...conditions], order };
  };
  const groups = groupsOf(plan);
  const [only, ...more] = groups;
  if (only !== undefined && more.length === 0) return plainOf(only);
  const all = Prisma.sql`(SELECT ${columns}, ${rankSql(tiers)} AS rank, ${plan.corrections}::text AS corrections
    FROM pet JOIN (SELECT pet_id, words FROM pet_search) AS document ON document.pet_id = pet.id) AS pet`;
  return {
    kind: "parted",
    from: all,
    where: [Prisma.sql`rank IS NOT NULL`, ...conditions],
    order,
    parts: groups.flatMap((group): ListingPart[] => {
      const [tier = 0] = group;
      const { name } = plan;
      const ranks = ranksOf(tier).filter(hasRank);
      if (tier === 0 && name !== undefined && group.length === 1)
        return ranks.map((rank) => namedPart(plan, name, rank, others));
      if (tiers[tier] !== undefined && !areFew(tiers[tier]))
        return ranks.map((rank) => walkedPart(plan, tier, rank, others));
      return [{ ...plainOf(group), select: Prisma.empty, firsts: group.flatMap(ranksOf) }];
    }),
  };
};

import {
  type contract,
  describeIssues,
  InvalidRow,
  MAX_ROW_ERRORS,
  PetUpsert,
  type PetUpsertOutcome,
  PetUpserts,
} from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import { allRefused, type AppError, invalidRequest, problemAt } from "../errors.js";
import { groupBy } from "../operation/group-by.js";
import type { Operation } from "../operation/operation.js";
import { problemBodyOf } from "../request/problem-body.js";
import { judgeUpserts, type Upsert, type UpsertPlan } from "./judge-upserts.js";
import { createProblemList } from "./store/problem-list.js";
import { writeUpserts } from "./write-upserts.js";

type Row = PetUpsert | InvalidRow;
type Refused = {
  readonly externalId?: string | undefined;
  readonly petId?: number | undefined;
  readonly refusal: AppError;
};

/** @param body - The rows as they were sent. */
const invalidRow = ({ issues }: InvalidRow, at: number, body: readonly unknown[]): AppError => {
  const placed = issues.slice(0, MAX_ROW_ERRORS).map((issue) => ({
    ...issue,
    path: [at, ...issue.path],
    // One issue may list tens of thousands of unknown fields.
    ...(issue.code === "unrecognized_keys" && { keys: issue.keys.slice(0, MAX_ROW_ERRORS) }),
  }));
  return invalidRequest(...describeIssues("body", { schema: PetUpserts, given: body, issues: placed }));
};

const MAX_NAMED_PLACES = 10;

/** The service cannot know which of several rows with the same external id is right, so it refuses all of them. */
const repeated = (externalId: string, at: number, places: readonly number[]): AppError => {
  const others = places.filter((place) => place !== at);
  const named = others.slice(0, MAX_NAMED_PLACES).map((place) => `body.${place}`);
  const more = others.length - named.length;
  const problem = `must not repeat the externalId of ${named.join(", ")}${more > 0 ? ` and ${more} more rows` : ""}`;
  return invalidRequest({ ...problemAt(`body.${at}.externalId`, problem, "repeated"), given: externalId });
};

/** @returns the external id of a row; undefined if it is invalid */
const externalIdOf = (row: Row): string | undefined => {
  if (!(row instanceof InvalidRow)) return row.externalId;
  const { given } = row;
  const isObject = typeof given === "object" && given !== null;
  return PetUpsert.shape.externalId.safeParse(isObject && "externalId" in given ? given.externalId : undefined).data;
};

/** Refuses the rows that are invalid whatever the store contains. @returns the refusals by the index of the row */
const refuseRows = (rows: readonly Row[]): ReadonlyMap<number, Refused> => {
  const body = rows.map((row) => (row instanceof InvalidRow ? row.given : row));
  const externalIds = rows.map(externalIdOf);
  const places = groupBy(rows.keys(), (at) => externalIds[at]);
  const refused = new Map<number, Refused>();
  rows.forEach((row, at) => {
    const externalId = externalIds[at];
    const same = places.get(externalId) ?? [];
    if (row instanceof InvalidRow) refused.set(at, { externalId, refusal: invalidRow(row, at, body) });
    else if (same.length > 1) refused.set(at, { externalId, refusal: repeated(row.externalId, at, same) });
  });
  return refused;
};

const upsertsOf = (rows: readonly Row[], refused: ReadonlyMap<number, Refused>): Upsert[] =>
  rows.flatMap((row, at) => {
    if (row instanceof InvalidRow || refused.has(at)) return [];
    const { externalId, profile, ...fields } = row;
    return [{ place: `body.${at}` as const, externalId, fields, attributes: profile && (profile.attributes ?? {}) }];
  });

const refusedOutcome = ({ externalId, petId, refusal }: Refused): PetUpsertOutcome => {
  const { code, errors = [], conflict } = problemBodyOf(refusal, "");
  return {
    outcome: "refused",
    ...(externalId !== undefined && { externalId }),
    ...(petId !== undefined && { petId }),
    code,
    errors: errors.slice(0, MAX_ROW_ERRORS),
    ...(conflict !== undefined && { conflict }),
  };
};

const count = (rows: readonly PetUpsertOutcome[], wanted: string) =>
  rows.filter(({ outcome }) => outcome === wanted).length;

/** @param pets - The pet of each row of the plan. */
const resultOf = (
  rows: readonly Row[],
  refused: ReadonlyMap<number, Refused>,
  plan: UpsertPlan,
  pets: readonly ({ readonly id: number } | undefined)[],
) => {
  const judged = plan.rows.map(({ upsert: { externalId }, outcome, refusal }, at): PetUpsertOutcome => {
    const petId = pets[at]?.id;
    return refusal
      ? refusedOutcome({ externalId, petId, refusal })
      : { outcome, externalId, ...(petId !== undefined && { petId }) };
  });
  const rest = judged.values();
  const outcomes = rows.flatMap((_, at) => {
    const one = refused.get(at);
    return one === undefined ? (rest.next().value ?? []) : refusedOutcome(one);
  });
  return {
    created: count(outcomes, "created"),
    updated: count(outcomes, "updated"),
    unchanged: count(outcomes, "unchanged"),
    refused: count(outcomes, "refused"),
    rows: outcomes,
  };
};

/**
 * Refuses all rows. The refusal names the invalid rows or, if there are none, the rows with the code of the first
 * refusal.
 */
const refuseAll = (refusals: readonly [AppError, ...AppError[]]): AppError => {
  const { code, details } = refusals.find((one) => one.code === "invalid_request") ?? refusals[0];
  const told = createProblemList();
  for (const one of refusals.filter((other) => other.code === code))
    for (const problem of one.details.problems ?? [one.message]) told.add(() => problem);
  return allRefused(code, told.problems(), details.conflict);
};

export const putPetsByExternalId =
  (deps: { readonly config: Config }): Operation<typeof contract.pets.putPetsByExternalId> =>
  async ({ query: { allOrNone = false, dryRun = false }, body }, context) => {
    const refused = refuseRows(body);
    const plan = await judgeUpserts(context, deps, upsertsOf(body, refused), dryRun);
    const [first, ...others] = [...refused.values(), ...plan.rows].flatMap(({ refusal }) => refusal ?? []);
    if (allOrNone && first !== undefined) throw refuseAll([first, ...others]);
    const pets = dryRun ? plan.rows.map(({ before }) => before) : await writeUpserts(context, plan);
    return { status: 200, body: resultOf(body, refused, plan, pets) };
  };

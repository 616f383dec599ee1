import { hasCode } from "../../database/errors.js";
import type { Query } from "../../database/query.js";
import type { ObjectStore } from "../../pets/photos/object-store.js";
import { photosCheck } from "./photos-check.js";
import { accountsCheck } from "./accounts-check.js";
import { attributesCheck } from "./attributes-check.js";
import { auditTrailCheck } from "./audit-trail-check.js";
import { type Problem, problem, type StoreCheck } from "./check.js";
import { constraintsCheck } from "./constraints-check.js";
import { countsCheck } from "./counts-check.js";
import { databaseCheck } from "./database-check.js";
import { identitiesCheck } from "./identities-check.js";
import { indexesCheck } from "./indexes-check.js";
import { eventsCheck } from "./events-check.js";
import { hasOtherSchema, migrationsCheck } from "./migrations-check.js";
import { jobsCheck } from "./jobs-check.js";
import { ordersCheck } from "./orders-check.js";
import { outcomesCheck } from "./outcomes-check.js";
import { referencesCheck } from "./references-check.js";
import { schemaCheck } from "./schema-check.js";
import { searchCheck } from "./search-check.js";
import { sequencesCheck } from "./sequences-check.js";
import { triggersCheck } from "./triggers-check.js";
import { undosCheck } from "./undos-check.js";

export type CheckResult = Pick<StoreCheck, "name" | "verifies"> & {
  /**
   * A check is `skipped` if the objects that it reads are missing, or if another check has found the schema of another
   * version.
   */
  readonly result: "ok" | "failed" | "skipped";
  readonly problems: readonly Problem[];
};

/** The checks on which others depend come first. */
const checksOf = (objects: ObjectStore | undefined): readonly StoreCheck[] => [
  migrationsCheck,
  databaseCheck,
  schemaCheck,
  constraintsCheck,
  indexesCheck,
  triggersCheck,
  sequencesCheck,
  referencesCheck,
  identitiesCheck,
  ordersCheck,
  attributesCheck,
  searchCheck,
  photosCheck(objects),
  countsCheck,
  accountsCheck,
  outcomesCheck,
  jobsCheck,
  undosCheck,
  auditTrailCheck,
  eventsCheck,
];

/**
 * Only these checks run on the schema of another version. The others know only the schema of this version, and would
 * report every difference.
 */
const anySchema = [migrationsCheck, databaseCheck];

/** The error codes for undefined tables, columns and functions. */
const MISSING = ["42P01", "42703", "42883"];

/** Recognises corrupted data, corrupted indexes, and missing or unreadable files. */
const isUnreadable = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && "code" in error && /^(XX|58)/.test(String(error.code));

const unreadable = ({ name }: StoreCheck, error: Error & { readonly code: string }): Problem =>
  problem(
    name,
    `PostgreSQL cannot read what it has stored (${error.code}: ${error.message})`,
    "stop the service, keep a copy of the files, and restore a backup to another machine or disk",
  );

const runCheck = async (
  query: Query,
  check: StoreCheck,
  onProgress: (part: number) => void,
): Promise<Pick<CheckResult, "result" | "problems">> => {
  await query("SAVEPOINT store_check", []);
  try {
    const problems = await check.run(query, onProgress);
    return { result: problems.length === 0 ? "ok" : "failed", problems };
  } catch (error) {
    if (hasCode(error, ...MISSING)) {
      await query("ROLLBACK TO SAVEPOINT store_check", []);
      return { result: "skipped", problems: [] };
    }
    if (!isUnreadable(error)) throw error;
    await query("ROLLBACK TO SAVEPOINT store_check", []);
    return { result: "failed", problems: [unreadable(check, error)] };
  }
};

/**
 * Checks the store without changing it. A skipped check counts as a problem unless another check already reports why.
 * @param query - Runs in a transaction. It should be REPEATABLE READ READ ONLY and have no time limit
 * (docs/recovery.md).
 */
export const checkStore = async (
  query: Query,
  onProgress: (done: number, total: number) => void = () => {},
  objects?: ObjectStore,
): Promise<readonly CheckResult[]> => {
  const checks = checksOf(objects);
  const results: CheckResult[] = [];
  const isOtherSchema = await hasOtherSchema(query);
  for (const [at, check] of checks.entries()) {
    const isSkipped = isOtherSchema && !anySchema.includes(check);
    const outcome = isSkipped
      ? ({ result: "skipped", problems: [] } as const)
      : await runCheck(query, check, (part) => onProgress(at + part, checks.length));
    results.push({ name: check.name, verifies: check.verifies, ...outcome });
    onProgress(at + 1, checks.length);
  }
  const hasReason = results.some(({ problems }) => problems.length > 0);
  const missing = problem(
    "schema",
    "a table or a column that this check reads is missing in the schema",
    "restore a backup",
  );
  return hasReason
    ? results
    : results.map((one) => (one.result === "skipped" ? { ...one, result: "failed", problems: [missing] } : one));
};

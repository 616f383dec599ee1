import { concurrentIndexOf } from "./concurrent-index.js";
import type { Migration } from "./migrations.js";
import { OperatorError } from "../config/operator-error.js";
import type { Query } from "./query.js";

export type Recorded = {
  readonly name: string;
  readonly checksum: string;
  readonly startedAt: Date;
  readonly isFinished: boolean;
};

export const readRecorded = async (query: Query): Promise<readonly Recorded[]> => {
  const tables = await query("SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL", []);
  if (tables.length === 0) return [];
  return query<Recorded>(
    `SELECT migration_name AS name, checksum, started_at AS "startedAt", finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    [],
  );
};

/**
 * A contract migration removes something, so versions before it cannot serve afterwards. After any other migration they
 * can (docs/deploying.md).
 */
const isContract = (name: string): boolean => /[_-]contract([_-]|$)/.test(name);

/**
 * Finds what a newer version has added to the database. This version still serves it, in a rolling upgrade or after a
 * rollback.
 */
export const findAhead = (recorded: readonly Recorded[], migrations: readonly Migration[]): readonly string[] => {
  const last = migrations.at(-1)?.name ?? "";
  return recorded.map(({ name }) => name).filter((name) => name > last && !isContract(name));
};

export const isCurrent = (recorded: readonly Recorded[], migrations: readonly Migration[]): boolean => {
  const done = new Map(recorded.filter(({ isFinished }) => isFinished).map(({ name, checksum }) => [name, checksum]));
  const known = migrations.length + findAhead(recorded, migrations).length;
  return recorded.length === known && migrations.every(({ name, checksum }) => done.get(name) === checksum);
};

const refuseUnknown = (name: string): never => {
  throw new OperatorError(
    "schema_mismatch",
    `The database has migration "${name}", which this version does not know:`,
    "it was migrated by a newer version; run that one, or restore a backup from before it.",
  );
};

/** Tells whether a migration may run again after it was interrupted. */
export const canResume = (migration: Migration): boolean => concurrentIndexOf(migration) !== undefined;

/** @param isResumable - Tells whether an unfinished migration may run again. */
export const checkRecorded = (
  { name, checksum, startedAt, isFinished }: Recorded,
  migrations: readonly Migration[],
  isResumable: (migration: Migration) => boolean,
): void => {
  const migration = migrations.find((candidate) => candidate.name === name) ?? refuseUnknown(name);
  if (!isFinished && !isResumable(migration)) {
    throw new OperatorError(
      "schema_mismatch",
      `Migration "${name}" started at ${startedAt.toISOString()} and was never finished:`,
      `check whether its changes are in the database. If they are, set finished_at of its row in _prisma_migrations; if not, delete the row. Then start again.`,
    );
  }
  if (migration.checksum !== checksum) {
    throw new OperatorError(
      "schema_mismatch",
      `Migration "${name}" differs from the one that the database was migrated with:`,
      "a migration must not be edited once applied; restore its file and write a new migration instead.",
    );
  }
};

/**
 * Refuses a store of another version, because commands do not migrate a store that others may serve
 * (docs/decisions/0064-commands-never-migrate.md).
 * @throws OperatorError unless the store has exactly the migrations of this version.
 */
export const requireThisVersion = (recorded: readonly Recorded[], migrations: readonly Migration[]): void => {
  const unknown = recorded.find(({ name }) => !migrations.some((migration) => migration.name === name));
  if (unknown !== undefined) {
    throw new OperatorError(
      "schema_mismatch",
      `The store belongs to a newer version, which has migration "${unknown.name}":`,
      "run the command with that version.",
    );
  }
  recorded.forEach((record) => checkRecorded(record, migrations, canResume));
  const done = recorded.filter(({ isFinished }) => isFinished).length;
  if (done === migrations.length) return;
  const missing = migrations.length - done;
  throw new OperatorError(
    "schema_mismatch",
    `The store belongs to an older version, which lacks ${missing} migration${missing === 1 ? "" : "s"} of this version:`,
    "run the command with that version, or migrate the store with `petstore migrate`.",
  );
};

import { describeClockSkew, isClockWrong } from "../../database/clock-skew.js";
import { describeStorePlace, findStorePlace } from "../../database/describe-store.js";
import type { Database } from "../../database/open-database.js";
import { prismaDirectory, readMigrations } from "../../database/migrations.js";
import { askTime, ping } from "../../database/pool.js";
import { queryOfPool } from "../../database/query.js";
import { findAhead, isCurrent, readRecorded, requireThisVersion } from "../../database/recorded-migrations.js";
import { readConnectionBudget } from "../../database/warn-of-few-connections.js";
import { isLoopback } from "../../config/networks.js";
import { compareSharedSettings } from "../../startup/check-shared-settings.js";
import { count, plural } from "../words.js";
import { type Check, type Finding, findingOf, off, ok, type Surroundings, unknown, warning, wrong } from "./finding.js";

const NEEDS = ["DATABASE_URL"];
const MEGABYTE = 1_000_000;

/** A server on this machine needs no TLS. */
const isNear = (place: string): boolean => {
  const host = place.slice(0, place.lastIndexOf(":"));
  return place.startsWith("/") || host === "localhost" || isLoopback(host);
};

const database: Check = {
  name: "database",
  needs: NEEDS,
  run: async ({ store, config: { dataDir } }) => {
    const open = await store.open();
    const startedAt = performance.now();
    const place = await findStorePlace(open, dataDir);
    const ms = Math.ceil(performance.now() - startedAt);
    const [size] = await queryOfPool(open.pool)<{ bytes: string }>(
      "SELECT pg_database_size(current_database()) AS bytes",
      [],
    );
    const megabytes = count(Math.ceil(Number(size?.bytes) / MEGABYTE));
    const text = `${describeStorePlace(place)} answers in ${ms} ms, and takes ${megabytes} MB`;
    return place.isPrivate || place.hasTls || isNear(place.place)
      ? ok(`${text}.`)
      : warning(
          `${text}: add sslmode=verify-full to DATABASE_URL, because passwords and rows cross the network unencrypted.`,
        );
  },
};

type Rights = {
  readonly foreign: number;
  readonly mayCreate: boolean;
  readonly isReadOnly: boolean;
  readonly user: string;
};

const rights: Check = {
  name: "rights",
  needs: NEEDS,
  run: async ({ store }) => {
    const { pool } = await store.use();
    const [found] = await queryOfPool(pool)<Rights>(
      `SELECT current_user AS user,
         (SELECT count(*)::int FROM pg_class WHERE relnamespace = current_schema()::regnamespace
           AND relkind IN ('r', 'p', 'S', 'v') AND NOT pg_has_role(relowner, 'USAGE')) AS foreign,
         has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
         current_setting('default_transaction_read_only')::boolean AS "isReadOnly"`,
      [],
    );
    const { foreign, mayCreate, isReadOnly, user } = found as Rights;
    if (isReadOnly)
      return wrong(
        "Transactions are read-only by default: RESET default_transaction_read_only of the database and of the user.",
      );
    if (mayCreate && foreign === 0) return ok(`"${user}" may create tables, and owns all that are there.`);
    const what =
      foreign === 0
        ? "may not create tables"
        : `does not own ${plural(foreign, "table, view or sequence", "tables, views or sequences")}`;
    return wrong(`The user "${user}" ${what}: make that user the owner of the database and of everything in it.`);
  },
};

const MS_PER_SECOND = 1_000;

const clock: Check = {
  name: "clock",
  needs: NEEDS,
  run: async ({ store }) => {
    const { pool } = await store.use();
    // The first statement may have to wait for a connection.
    await ping(pool);
    const askedAt = Date.now();
    const there = await askTime(pool);
    const skewSeconds = (there.getTime() - (askedAt + Date.now()) / 2) / MS_PER_SECOND;
    if (isClockWrong(skewSeconds)) return wrong(describeClockSkew(skewSeconds));
    return ok(`it differs from the database's by ${Math.abs(skewSeconds).toFixed(1)} s.`);
  },
};

const connections: Check = {
  name: "connections",
  needs: ["DATABASE_URL", "WORKERS"],
  run: async ({ store, config: { workers } }) => {
    const open = await store.use();
    const budget = await readConnectionBudget(open, workers);
    if (budget === undefined) return ok("a pooler decides how many there are.");
    const { used, limit, perProcess, warning: sentence } = budget;
    if (sentence !== undefined) return warning(sentence);
    return ok(
      `${count(used)} of ${count(limit)} are used, and a process of the service opens up to ${count(perProcess)}.`,
    );
  },
};

const schema: Check = {
  name: "schema",
  needs: NEEDS,
  run: async ({ store }) => {
    const { pool } = await store.use();
    const [recorded, migrations] = await Promise.all([
      readRecorded(queryOfPool(pool)),
      readMigrations(prismaDirectory),
    ]);
    if (recorded.length === 0) return warning("There is no store yet: start the service, or run `petstore migrate`.");
    if (isCurrent(recorded, migrations)) {
      const ahead = findAhead(recorded, migrations).length;
      const newer =
        ahead === 0 ? "" : `, and ${plural(ahead, "migration")} of a newer version, which this one can serve`;
      return ok(`all ${migrations.length} migrations of this version are applied${newer}.`);
    }
    try {
      requireThisVersion(recorded, migrations);
      return ok("all migrations of this version are applied.");
    } catch (error) {
      return findingOf(error);
    }
  },
};

const jobs: Check = {
  name: "jobs",
  needs: NEEDS,
  run: async ({ store }) => {
    const { db, pool } = await store.use();
    const recorded = await readRecorded(queryOfPool(pool));
    if (recorded.length === 0) return ok("there are none, because there is no store yet.");
    const waiting = await db.jobStep.findMany({
      where: { waitingSince: { not: null } },
      orderBy: { waitingSince: "asc" },
    });
    if (waiting.length === 0) return ok("none waits for a person.");
    const named = waiting.map(({ kind, jobId }) => `${kind} ${jobId}`).join(", ");
    return wrong(
      `${plural(waiting.length, "job waits", "jobs wait")} for a person (${named}): see the log for the cause, then \`petstore jobs resume KIND ID\`.`,
    );
  },
};

/** Runs a check that needs the tables of this version. The check of the schema says what to do without them. */
const onThisSchema =
  (check: (open: Database, surroundings: Surroundings) => Promise<Finding>): Check["run"] =>
  async (surroundings) => {
    const open = await surroundings.store.use();
    const recorded = await readRecorded(queryOfPool(open.pool));
    return isCurrent(recorded, await readMigrations(prismaDirectory))
      ? check(open, surroundings)
      : unknown("not checked, because the schema is not that of this version.");
  };

const sharedSettings: Check = {
  name: "shared settings",
  needs: [...NEEDS, "AUTH_SECRET", "PHOTO_STORE"],
  run: onThisSchema(async ({ pool }, { config }) => {
    await compareSharedSettings(queryOfPool(pool), config);
    return ok("AUTH_SECRET and PHOTO_STORE are those that the store is used with.");
  }),
};

const MS_PER_HOUR = 3_600_000;
/** The alert PetStoreBackupOld has the same limit. */
const MAX_BACKUP_HOURS = 36;

const backup: Check = {
  name: "backup",
  needs: NEEDS,
  run: onThisSchema(async ({ db }) => {
    const time = (await db.store.findFirst({ select: { lastBackupAt: true } }))?.lastBackupAt ?? undefined;
    if (time === undefined) return off("no backup was made by `petstore backup --to`.");
    const hours = Math.floor((Date.now() - new Date(time).getTime()) / MS_PER_HOUR);
    return hours < MAX_BACKUP_HOURS
      ? ok(`the last one was made ${plural(hours, "hour")} ago.`)
      : warning(
          `The last backup was made ${count(hours)} hours ago: see the log of the timer or CronJob, and run \`petstore backup --to …\` by hand.`,
        );
  }),
};

export const checksOfDatabase: readonly Check[] = [
  database,
  rights,
  clock,
  connections,
  schema,
  sharedSettings,
  jobs,
  backup,
];

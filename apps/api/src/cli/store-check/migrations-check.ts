import type { Query } from "../../database/query.js";
import { prismaDirectory, readMigrations } from "../../database/migrations.js";
import { OperatorError } from "../../config/operator-error.js";
import { checkRecorded, findAhead, isCurrent, readRecorded } from "../../database/recorded-migrations.js";
import { type Problem, problem, type StoreCheck } from "./check.js";

const problemsOf = (work: () => void): readonly Problem[] => {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [problem("_prisma_migrations", error.problem.replace(/[:;,]$/, ""), error.remedy.replace(/\.$/, ""))];
  }
};

export const migrationsCheck: StoreCheck = {
  name: "migrations",
  verifies:
    "All migrations of this version are applied and unaltered, and no migration is applied that is incompatible with it.",
  run: async (query) => {
    const migrations = await readMigrations(prismaDirectory);
    const recorded = await readRecorded(query);
    const ahead = findAhead(recorded, migrations);
    const own = recorded.filter(({ name }) => !ahead.includes(name));
    const problems = own.flatMap((record) => problemsOf(() => checkRecorded(record, migrations, () => false)));
    const missing = migrations.filter(({ name }) => !recorded.some((record) => record.name === name));
    if (problems.length > 0 || isCurrent(recorded, migrations)) return problems;
    const names = missing.map(({ name }) => name);
    const rule = "migrations of this version are not applied";
    return [{ ...problem("_prisma_migrations", rule, "run `petstore migrate`"), count: names.length, examples: names }];
  },
};

/** Tells whether the store lacks a migration of this version, or has one that prevents this version from serving it. */
export const hasOtherSchema = async (query: Query): Promise<boolean> => {
  const [migrations, recorded] = [await readMigrations(prismaDirectory), await readRecorded(query)];
  const ahead = findAhead(recorded, migrations);
  const names = new Set(recorded.map(({ name }) => name).filter((name) => !ahead.includes(name)));
  return names.size !== migrations.length || migrations.some(({ name }) => !names.has(name));
};

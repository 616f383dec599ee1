// Usage: pnpm migration:new NAME
import { relative } from "node:path";
import { pino } from "pino";

import { newMigration } from "../dist/database/new-migration.js";
import { OperatorError } from "../dist/config/operator-error.js";
import { withRulesOfTheContract } from "./contract-rules.mjs";

try {
  const path = await newMigration(
    process.argv[2] ?? "",
    pino({ level: "error" }, pino.destination(2)),
    undefined,
    withRulesOfTheContract,
  );
  console.log(
    path === undefined
      ? "The migrations match schema.prisma: there is nothing to write."
      : `Wrote ${relative(process.cwd(), path)}: read it, add what neither Prisma nor the contract expresses, then run migration:dump.`,
  );
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}

import { describe, expect, it } from "vitest";
import { OperatorError } from "../../config/operator-error.js";
import { prismaDirectory, readMigrations } from "../../database/migrations.js";
import type { Head } from "./format.js";
import { migrationsOf } from "./restore-target.js";

const own = await readMigrations(prismaDirectory);
const headOf = (migrations: Head["migrations"]): Head => ({
  format: "petstore-backup",
  version: 1,
  createdAt: "2026-11-29T00:00:00.000Z",
  postgres: "18.4",
  migrations,
  partitions: [],
});
const entriesOf = (migrations: typeof own) => migrations.map(({ name, checksum }) => ({ name, checksum }));
const older = entriesOf(own.slice(0, -2));
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((caught: unknown) => caught);
  return error instanceof OperatorError ? [error.code, error.message] : error;
};

describe("the migrations that a restore applies before it copies rows", () => {
  it("are exactly those of the store that was backed up, in their order", async () => {
    expect(entriesOf([...(await migrationsOf(headOf(older.toReversed())))])).toEqual(older);
    const all = entriesOf(own);
    expect(entriesOf([...(await migrationsOf(headOf(all)))])).toEqual(all);
  });

  it("must all be known to this version, and unchanged", async () => {
    const unknown = [...older, { name: "29991231000000_kennels", checksum: "0".repeat(64) }];
    expect(await refusal(migrationsOf(headOf(unknown)))).toEqual([
      "schema_mismatch",
      expect.stringContaining("29991231000000_kennels"),
    ]);
    const [first, ...rest] = older;
    const changed = [{ name: first?.name ?? "", checksum: "0".repeat(64) }, ...rest];
    expect(await refusal(migrationsOf(headOf(changed)))).toEqual([
      "schema_mismatch",
      expect.stringContaining(`"${first?.name}" differs`),
    ]);
  });
});

import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";

import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { prismaDirectory } from "./migrations.js";
import { newMigration } from "./new-migration.js";

const log = pino({ level: "silent" });

let folder: string;

beforeEach(async () => {
  folder = await makeTemporaryFolder();
  await cp(prismaDirectory, folder, { recursive: true });
});

afterEach(() => rm(folder, { recursive: true }));

it("writes the SQL for a change of schema.prisma, once", async () => {
  const schema = join(folder, "schema.prisma");
  const text = await readFile(schema, "utf8");
  await writeFile(schema, text.replace("model Pet {", "model Pet {\n  age Int @default(1)"));
  const path = await newMigration("add_pet_age", log, folder);
  expect(path).toMatch(/\/\d{14}_add_pet_age\/migration\.sql$/);
  expect(await readFile(path ?? "", "utf8")).toBe(
    '-- AlterTable\nALTER TABLE "pet" ADD COLUMN     "age" INTEGER NOT NULL DEFAULT 1;\n',
  );
  expect(await newMigration("again", log, folder)).toBeUndefined();
});

it("turns the hyphens of a name into a name that a backup can contain", async () => {
  const schema = join(folder, "schema.prisma");
  const text = await readFile(schema, "utf8");
  await writeFile(schema, text.replace("model Pet {", "model Pet {\n  age Int @default(1)"));
  expect(await newMigration("add-pet-age", log, folder)).toMatch(/\/\d{14}_add_pet_age\/migration\.sql$/);
});

it("keeps the ids of a new table within safe integers", async () => {
  const schema = join(folder, "schema.prisma");
  const model = 'model Shelf {\n  id BigInt @id @default(autoincrement())\n  name String\n\n  @@map("shelf")\n}\n';
  await writeFile(schema, `${await readFile(schema, "utf8")}\n${model}`);
  const script = await readFile((await newMigration("add_shelf", log, folder)) ?? "", "utf8");
  expect(script).toBe(`-- CreateTable
CREATE TABLE "shelf" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "shelf_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "shelf_id_is_safe_integer" CHECK ("id" BETWEEN 1 AND 9007199254740991)
);

ALTER SEQUENCE "shelf_id_seq" MAXVALUE 9007199254740991;
`);
});

it("writes nothing if the schema has not changed", async () => {
  const before = await readdir(join(folder, "migrations"));
  expect(await newMigration("nothing", log, folder)).toBeUndefined();
  expect(await readdir(join(folder, "migrations"))).toEqual(before);
});

it.each(["", "Add", "a b", "../x", "1st", "a__b", "-a"])("refuses the name %j", async (name) => {
  await expect(newMigration(name, log, folder)).rejects.toThrow("is not a valid name for a migration");
});

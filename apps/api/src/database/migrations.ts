import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** `checksum` is the SHA-256 of the script in hex, as Prisma records it. */
export type Migration = { readonly name: string; readonly script: string; readonly checksum: string };

// The path is the same from src/database and from dist/database.
export const prismaDirectory = fileURLToPath(new URL("../../prisma", import.meta.url));

const readMigration = async (directory: string, name: string): Promise<Migration> => {
  const script = await readFile(join(directory, "migrations", name, "migration.sql"), "utf8");
  return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
};

export const readMigrations = async (directory: string): Promise<readonly Migration[]> => {
  const entries = await readdir(join(directory, "migrations"), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.toSorted().map((name) => readMigration(directory, name)));
};

import { existsSync, readFileSync } from "node:fs";

const read = (path: string): string | undefined => {
  const url = new URL(`../../${path}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, "utf8") : undefined;
};

/**
 * Normalises a schema, because Prisma aligns the columns of the schema that it stores, and orders the attributes of a
 * block.
 */
const linesOf = (schema: string) =>
  schema
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .toSorted()
    .join("\n")
    .trim();

/**
 * Returns what to do if the generated client does not match the schema. Otherwise there would be errors about missing
 * fields.
 * @param schema - The text of `prisma/schema.prisma`.
 * @param client - The text of the generated file that contains the schema; undefined if nothing was generated.
 */
export const problemOfClient = (schema = "", client?: string): string | undefined => {
  if (client === undefined) return "Prisma's client was never generated; build first: npx --yes pnpm build";
  const [, kept = '""'] = /"inlineSchema": ("(?:[^"\\]|\\.)*")/.exec(client) ?? [];
  if (linesOf(JSON.parse(kept) as string) === linesOf(schema)) return undefined;
  return "Prisma's client was generated from another prisma/schema.prisma; build first: npx --yes pnpm build";
};

/** @throws An error that says to build first if Prisma's client does not match the schema. */
export const refuseStaleClient = (): void => {
  const problem = problemOfClient(read("prisma/schema.prisma"), read("src/generated/internal/class.ts"));
  if (problem !== undefined) throw new Error(problem);
};

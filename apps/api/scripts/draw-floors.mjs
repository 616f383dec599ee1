/**
 * Draws the floors of apps/api/src, which the linter's configuration lists, into ARCHITECTURE.md. With `--check` it
 * writes nothing, and exits with 1 if the drawing does not match the list.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const names = [
  "entries",
  "composition, processes, commands",
  "ways in and the start",
  "the gate, features",
  "requests, the pet table, credentials",
  "what an operation is",
  "PostgreSQL, concurrency",
  "ground",
];
const pathOf = (name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const { overrides } = JSON.parse(readFileSync(pathOf(".oxlintrc.json"), "utf8"));
const { floors } = overrides
  .map(({ rules }) => rules["petstore/floors"]?.[1])
  .find((options) => options?.folder === "apps/api/src");
if (floors.length !== names.length) throw new Error(`${floors.length} floors have ${names.length} names`);

const rooms = floors.map((floor) => floor.filter((room) => room !== "generated").join("  "));
const width = Math.max(...rooms.map(({ length }) => length));
const rule = `+${"-".repeat(width + 2)}+`;
const lines = rooms.map((floor, at) => `| ${floor.padEnd(width)} |  ${at + 1} ${names[at]}`);
const drawing = [rule, ...lines.flatMap((line) => [line, rule])].join("\n");

const file = pathOf("ARCHITECTURE.md");
const before = readFileSync(file, "utf8");
const after = before.replace(/(?<=<!-- floors -->\n\n```text\n)[^]*?(?=\n```)/, () => drawing);
if (process.argv.includes("--check")) process.exit(before.includes(drawing) ? 0 : 1);
writeFileSync(file, after);

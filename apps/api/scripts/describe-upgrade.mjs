// What an upgrade from the last release changes for operators: variables and migrations. `npx --yes pnpm release:notes`
// prints it with the changesets for operators, and `npx --yes pnpm release:prepare` writes it into apps/api/CHANGELOG.md.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readChangesets } from "../../../packages/contract/scripts/changesets.mjs";

const rootFolder = fileURLToPath(new URL("../../../", import.meta.url));
const releasedIn = (root) => `${root}/apps/api/released/service.json`;

/** Returns the variables of .env.example, which config.test.ts compares with the service's, and their defaults. */
const readVariables = (example) =>
  Object.fromEntries([...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]));

/** @returns {{ version: string, variables: Record<string, string>, migrations: string[] }} */
export const readService = (root = rootFolder) => ({
  version: JSON.parse(readFileSync(`${root}/apps/api/package.json`, "utf8")).version,
  variables: readVariables(readFileSync(`${root}/.env.example`, "utf8")),
  migrations: readdirSync(`${root}/apps/api/prisma/migrations`).filter((name) => /^\d{14}_/.test(name)),
});

export const readReleased = (root = rootFolder) => JSON.parse(readFileSync(releasedIn(root), "utf8"));

/** Keeps what this release has, so that the next one can be compared with it. */
export const keepReleased = (root = rootFolder) =>
  writeFileSync(releasedIn(root), `${JSON.stringify(readService(root), null, 2)}\n`);

/** Names the variables that only one of two releases has, and those whose default has changed. */
export const compareVariables = (before, now) => ({
  added: Object.keys(now).filter((name) => !(name in before)),
  removed: Object.keys(before).filter((name) => !(name in now)),
  changed: Object.keys(now).filter((name) => name in before && before[name] !== now[name]),
});

const listed = (names) => (names.length === 0 ? "none" : names.map((name) => `\`${name}\``).join(", "));

const wayBack = (version, migrations) => {
  const contracts = migrations.filter((name) => name.includes("contract"));
  return contracts.length === 0
    ? `to ${version} at any time, because no migration removes anything that ${version} uses`
    : `only by restoring a backup of ${version}, because of ${listed(contracts)}`;
};

/**
 * @param before - The last release.
 * @param now - This one.
 * @param stores - The releases whose stores a test migrates.
 * @returns Markdown for operators.
 */
export const describeUpgrade = (before, now, stores) => {
  const { added, removed, changed } = compareVariables(before.variables, now.variables);
  const migrations = now.migrations.filter((name) => !before.migrations.includes(name));
  const defaults = changed.map((name) => `\`${name}\` (${before.variables[name]}, now ${now.variables[name]})`);
  return [
    "### Upgrade",
    "",
    `- Directly from ${before.version} and every earlier release. A test migrates stores of ${stores.join(", ")}.`,
    `- Back ${wayBack(before.version, migrations)}.`,
    `- New variables: ${listed(added)}. Gone: ${listed(removed)}. Other defaults: ${defaults.join(", ") || "none"}.`,
    `- ${migrations.length} new migrations ([what they lock, and for how long](../../docs/operations.md#what-migrations-stop)):`,
    ...migrations.map((name) => `  - \`${name}\``),
  ].join("\n");
};

/** The releases that have a store in test/stores. */
export const readStores = (root = rootFolder) =>
  readdirSync(`${root}/apps/api/test/stores`)
    .filter((file) => file.endsWith(".gz"))
    .map((file) => file.replace(/\.gz$/, ""));

export const describeThisUpgrade = (root = rootFolder) =>
  describeUpgrade(readReleased(root), readService(root), readStores(root));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const items = readChangesets(rootFolder, "@petstore/api").map(({ text }) => `- ${text.replaceAll("\n", "\n  ")}`);
  console.log([`## ${readService().version}`, describeThisUpgrade(), ...items].join("\n\n"));
}

// Reads the changesets: what has changed since the last release, and which version the next release gets.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const rootFolder = fileURLToPath(new URL("../../../", import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
const datesIn = (root) => `${root}/.changeset/dates.json`;
const manifestIn = (root) => `${root}/packages/contract/package.json`;

const bumps = ["major", "minor", "patch"];

/**
 * Returns the changesets of the package in the order of their dates. A changeset without a date is new today.
 * @param root - the folder of the workspace
 * @returns {{ name: string, bump: "major" | "minor" | "patch", text: string, date: string }[]}
 */
export const readChangesets = (root = rootFolder) => {
  const dates = readJson(datesIn(root));
  const names = readdirSync(`${root}/.changeset`).filter((file) => file.endsWith(".md"));
  const today = new Date().toISOString().slice(0, 10);
  return names
    .map((file) => {
      const [, front = "", text = ""] = readFileSync(`${root}/.changeset/${file}`, "utf8").split(/^---$/m);
      const name = file.replace(/\.md$/, "");
      const bump = bumps.find((one) => front.includes(`"@petstore/contract": ${one}`));
      return { name, bump, text: text.trim(), date: dates[name] ?? today };
    })
    .toSorted((a, b) => (a.date + a.name < b.date + b.name ? -1 : 1));
};

/**
 * Returns the version that the package has in the repository: the released one, or as long as there are changesets,
 * the one that they lead to, with `-next`.
 */
export const nextVersion = (released, changesets) => {
  const [major, minor, patch] = released.split(".").map(Number);
  const highest = bumps.find((bump) => changesets.some((one) => one.bump === bump));
  if (highest === "major") return `${major + 1}.0.0-next`;
  if (highest === "minor") return `${major}.${minor + 1}.0-next`;
  return highest === "patch" ? `${major}.${minor}.${patch + 1}-next` : released;
};

/** Writes the version of the package, and the day on which each changeset came. */
export const writeVersionAndDates = (root = rootFolder) => {
  const changesets = readChangesets(root);
  const dates = changesets.map(({ name, date }) => [name, date]).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeJson(datesIn(root), Object.fromEntries(dates));
  const { info } = readJson(`${root}/packages/contract/released/openapi.json`);
  writeJson(manifestIn(root), { ...readJson(manifestIn(root)), version: nextVersion(info.version, changesets) });
};

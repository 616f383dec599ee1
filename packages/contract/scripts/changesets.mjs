// Reads the changesets: what has changed since the last release, and which version the next release gets.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const rootFolder = fileURLToPath(new URL("../../../", import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
const datesIn = (root) => `${root}/.changeset/dates.json`;
const manifests = {
  "@petstore/contract": (root) => `${root}/packages/contract/package.json`,
  "@petstore/api": (root) => `${root}/apps/api/package.json`,
};

const bumps = ["major", "minor", "patch"];

/**
 * Returns the changesets of a package in the order of their dates. A changeset without a date is new today.
 * @param root - the folder of the workspace
 * @param of - the package: the contract, or the service, whose changesets are for operators
 * @returns {{ name: string, bump: "major" | "minor" | "patch", text: string, date: string }[]}
 */
export const readChangesets = (root = rootFolder, of = "@petstore/contract") => {
  const dates = readJson(datesIn(root));
  const names = readdirSync(`${root}/.changeset`).filter((file) => file.endsWith(".md"));
  const today = new Date().toISOString().slice(0, 10);
  return names
    .flatMap((file) => {
      const [, front = "", text = ""] = readFileSync(`${root}/.changeset/${file}`, "utf8").split(/^---$/m);
      const name = file.replace(/\.md$/, "");
      if (!front.includes(`"${of}"`)) return [];
      const bump = bumps.find((one) => front.includes(`"${of}": ${one}`));
      return [{ name, bump, text: text.trim(), date: dates[name] ?? today }];
    })
    .toSorted((a, b) => (a.date + a.name < b.date + b.name ? -1 : 1));
};

/**
 * Returns the version that the package has in the repository. Without changesets, it is the released version. Otherwise
 * it is the next version, to which the changesets lead, followed by `-next`.
 */
export const nextVersion = (released, changesets) => {
  const [major, minor, patch] = released.split(".").map(Number);
  const highest = bumps.find((bump) => changesets.some((one) => one.bump === bump));
  if (highest === "major") return `${major + 1}.0.0-next`;
  if (highest === "minor") return `${major}.${minor + 1}.0-next`;
  return highest === "patch" ? `${major}.${minor}.${patch + 1}-next` : released;
};

/**
 * Returns the version that the service has in the repository. The service contains the contract, so a release of the
 * contract is one of the service, too.
 */
export const nextServiceVersion = (released, changesets, ofContract) =>
  nextVersion(released, [...changesets, ...ofContract.map(() => ({ bump: "patch" }))]);

const writeVersion = (root, of, version) => {
  const path = manifests[of](root);
  writeJson(path, { ...readJson(path), version });
};

/** Writes the versions of the package and of the service, and the day on which each changeset came. */
export const writeVersionAndDates = (root = rootFolder) => {
  const [ofContract, ofService] = Object.keys(manifests).map((of) => readChangesets(root, of));
  const dates = [...ofContract, ...ofService].map(({ name, date }) => [name, date]);
  writeJson(datesIn(root), Object.fromEntries(dates.toSorted(([a], [b]) => (a < b ? -1 : 1))));
  const { info } = readJson(`${root}/packages/contract/released/openapi.json`);
  writeVersion(root, "@petstore/contract", nextVersion(info.version, ofContract));
  const service = readJson(`${root}/apps/api/released/service.json`);
  writeVersion(root, "@petstore/api", nextServiceVersion(service.version, ofService, ofContract));
};

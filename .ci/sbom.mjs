// This script writes a list of the packages in the image, in the format CycloneDX: npx --yes pnpm run sbom [FILE]. With
// --check it checks their licences instead.
import { readFile, writeFile } from "node:fs/promises";
import { pnpm, readJson } from "./pnpm.mjs";

/** These licences only require that they are named. A copyleft licence is not listed: a person must decide about it. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "Unlicense",
]);

/**
 * The copyleft licence of libvips has been accepted, because libvips is a separate package and is dynamically linked
 * (docs/decisions/0079-photos.md).
 */
const decided = { pattern: /^@img\/sharp-libvips-/, licence: "LGPL-3.0-or-later" };
const isDecided = (component) => decided.pattern.test(nameOf(component)) && licenceOf(component) === decided.licence;

/** The licences of packages that name none, or none that SPDX knows. They were found in the files of the packages. */
const found = { "@visx/vendor": "MIT AND ISC", "seq-queue": "MIT" };

const shipped = ["@petstore/api", "@petstore/docs", "@petstore/web"].flatMap((name) => ["--filter", name]);
const sbom = readJson(
  await pnpm(...shipped, "sbom", "--prod", "--sbom-format", "cyclonedx", "--sbom-type", "application"),
);
if (sbom === undefined) throw new Error("pnpm sbom failed: install first (npx --yes pnpm install).");

const nameOf = ({ group, name }) => (group === undefined ? name : `${group}/${name}`);

const licenceOf = ({ licenses = [], ...component }) =>
  found[nameOf(component)] ??
  licenses.map(({ expression, license }) => expression ?? license.id ?? license.name).join(" AND ");

/** @param {string} expression - An SPDX expression. Each part of AND, and one part of OR, must be allowed. */
const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" AND ")
    .every((part) => part.split(" OR ").some((licence) => allowed.has(licence)));

const counts = new Map();
for (const component of sbom.components) {
  const licence = licenceOf(component);
  counts.set(licence, (counts.get(licence) ?? 0) + 1);
}
const refused = sbom.components.filter((component) => !isAllowed(licenceOf(component)) && !isDecided(component));
const content = await readFile(new URL(`licences/${decided.licence}.txt`, import.meta.url), "utf8");
for (const component of sbom.components.filter(isDecided)) {
  component.licenses = [{ license: { id: decided.licence, text: { contentType: "text/plain", content } } }];
}

const [argument = "sbom.cdx.json"] = process.argv.slice(2);
if (argument !== "--check") await writeFile(argument, `${JSON.stringify(sbom, undefined, 2)}\n`);
const summary = [...counts]
  .toSorted(([, one], [, other]) => other - one)
  .map(([licence, count]) => `${licence} ${count}`);
console.log(`${sbom.components.length} packages: ${summary.join(", ")}.`);
for (const component of refused) {
  console.error(
    `${nameOf(component)} ${component.version}: "${licenceOf(component)}" is not on the list in .ci/sbom.mjs.`,
  );
}
if (refused.length > 0) process.exitCode = 1;

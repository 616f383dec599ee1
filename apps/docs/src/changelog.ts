import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { atomFeed, type Change, FEED_PATH, type Release } from "./atom-feed.js";
import { v1 } from "./openapi.js";

const require = createRequire(import.meta.url);
const changelogFile = join(dirname(require.resolve("@petstore/contract/openapi.json")), "CHANGELOG.md");
const changesets = new URL("../../../packages/contract/scripts/changesets.mjs", import.meta.url);

/** The changes that are not released yet. The contract's own script reads them, because a release does the same. */
const readChanges = async (): Promise<readonly Change[]> => {
  const { readChangesets } = (await import(changesets.href)) as { readChangesets: () => readonly Change[] };
  return readChangesets();
};

/** Returns the released versions of a changelog, the last one first. A release writes its date below its heading. */
export const releasesIn = (changelog: string): readonly Release[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, version = "", date, text = ""] = /^(\S+)\n+(?:_(\d{4}-\d\d-\d\d)_\n)?([^]*)$/.exec(section) ?? [];
      if (date === undefined)
        throw new Error(`CHANGELOG.md has no date below the heading of ${version}: _YYYY-MM-DD_.`);
      return { version, date, text: text.trim() };
    });

const introduction = `# Changelog

What has changed in the API and in the npm package \`@petstore/contract\`, the latest first. Programs that read feeds
find the same in [changelog.atom](${FEED_PATH}).`;

const groups = [
  ["major", "Major Changes"],
  ["minor", "Minor Changes"],
  ["patch", "Patch Changes"],
] as const;

/** Writes the changes as `changeset version` does. */
const pendingSection = (version: string, changes: readonly Change[]): string =>
  [
    `## Not released yet (${version})`,
    ...groups.flatMap(([bump, heading]) => {
      const found = changes.filter((one) => one.bump === bump).toReversed();
      const items = found.map(({ text }) => `- ${text.replaceAll("\n", "\n  ")}`);
      return found.length === 0 ? [] : [`### ${heading}`, items.join("\n")];
    }),
  ].join("\n\n");

const pageText = (version: string, changes: readonly Change[], releases: readonly Release[]): string =>
  [
    introduction,
    ...(changes.length === 0 ? [] : [pendingSection(version, changes)]),
    ...releases.map((one) => `## ${one.version}\n\nReleased on ${one.date}.\n\n${one.text}`),
  ].join("\n\n");

/** The text of the page in Markdown, and the feed. */
export const describeChanges = (version: string, changes: readonly Change[], releases: readonly Release[]) => ({
  page: pageText(version, changes, releases),
  feed: atomFeed(changes, releases),
});

/** The changelog of the contract as it is. */
export const changelog = describeChanges(
  v1.info.version,
  await readChanges(),
  releasesIn(readFileSync(changelogFile, "utf8")),
);

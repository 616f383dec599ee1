import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Change } from "../src/atom-feed.js";
import { changelog, describeChanges, releasesIn } from "../src/changelog.js";

const changes: readonly Change[] = [
  { name: "one-pet", bump: "minor", date: "2026-11-28", text: "Beta: `pets.find(id)` finds one pet. It is new." },
  { name: "less-than", bump: "major", date: "2026-11-29", text: "`a < b & c` [moved](/docs/errors)\nto another place" },
];
const releases = releasesIn("# @petstore/contract\n\n## 1.0.0\n\n_2026-11-22_\n\n### Major Changes\n\n- First.\n");

/** The elements with this name, as text. */
const elementsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, "g"))].map(([, text = ""]) => text);

describe("the page of the changelog", () => {
  it("shows unreleased changes by their weight, and then each release with its day", () => {
    const { page } = describeChanges("2.0.0-next", changes, releases);
    expect(page.split("\n").filter((line) => /^#|^- |^Released/.test(line))).toEqual([
      "# Changelog",
      "## Not released yet (2.0.0-next)",
      "### Major Changes",
      "- `a < b & c` [moved](/docs/errors)",
      "### Minor Changes",
      "- Beta: `pets.find(id)` finds one pet. It is new.",
      "## 1.0.0",
      "Released on 2026-11-22.",
      "### Major Changes",
      "- First.",
    ]);
  });

  it("has no section of unreleased changes right after a release", () => {
    expect(describeChanges("1.0.0", [], releases).page).not.toContain("Not released yet");
  });

  it("refuses a release without a day, because the feed needs one", () => {
    expect(() => releasesIn("# x\n\n## 1.0.1\n\n- Second.\n")).toThrow("no date below the heading of 1.0.1");
  });
});

describe("the feed of the changelog", () => {
  const { feed } = describeChanges("2.0.0-next", changes, releases);

  it("has an entry for each unreleased change and each release, the latest first, with ids that stay", () => {
    expect(elementsOf(feed, "id")).toEqual([
      "tag:petstore.example,2026:changelog",
      "tag:petstore.example,2026:changelog/less-than",
      "tag:petstore.example,2026:changelog/one-pet",
      "tag:petstore.example,2026:changelog/1.0.0",
    ]);
    expect(elementsOf(feed, "title").slice(1)).toEqual([
      "a &lt; b &amp; c moved to another place",
      "pets.find(id) finds one pet",
      "Version 1.0.0",
    ]);
  });

  it("has the time of its latest entry as its own time", () => {
    expect(elementsOf(feed, "updated")).toEqual(
      ["2026-11-29", "2026-11-29", "2026-11-28", "2026-11-22"].map((day) => `${day}T00:00:00Z`),
    );
  });

  it("has the text of each entry as escaped HTML", () => {
    const [content = ""] = elementsOf(feed, "content");
    expect(content).toContain("&lt;code&gt;a &amp;lt; b &amp;amp; c&lt;/code&gt;");
    expect(content).toContain("&lt;a href=&quot;/docs/errors&quot;&gt;moved&lt;/a&gt;");
  });
});

it("the changelog that the service shows mentions every changeset of the contract", () => {
  const folder = new URL("../../../.changeset/", import.meta.url);
  const names = readdirSync(folder).filter(
    (name) => name.endsWith(".md") && readFileSync(new URL(name, folder), "utf8").includes('"@petstore/contract"'),
  );
  const ids = elementsOf(changelog.feed, "id").map((id) => id.replace(/^.*\//, ""));
  expect(names.map((name) => name.replace(/\.md$/, "")).filter((name) => !ids.includes(name))).toEqual([]);
});

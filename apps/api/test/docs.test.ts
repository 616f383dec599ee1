import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findScript, root } from "./support/package-scripts.js";

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md") && name !== "interface.md")
    .map((name) => join(folder, name));
const documents = [".", "docs", "docs/decisions", "packages/contract"].flatMap(markdownIn);

/** The folders that paths in the text may be relative to. */
const roots = ["", "apps/api", "apps/api/src", "packages", "packages/contract", "packages/contract/src"];
const exists = (path: string) => roots.some((base) => existsSync(join(root, base, path)));

/** Returns the code in a text: fenced blocks and inline code. */
const codeOf = (text: string) =>
  [...text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, a, b]) => a ?? b ?? "");

/** Returns the anchors that GitHub derives from the headings. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

describe.each(documents)("%s", (file) => {
  const text = readFileSync(join(root, file), "utf8");

  it("links only to files that exist", () => {
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = ""]) => link);
    const missing = links.filter((link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(file), link)));
    expect(missing).toEqual([]);
  });

  it("links only to headings that exist", () => {
    const links = [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map(([, link = "", anchor = ""]) => ({
      link,
      anchor,
    }));
    const missing = links.filter(({ link, anchor }) => {
      const target = link === "" ? text : readFileSync(join(root, dirname(file), link), "utf8");
      return !headingsOf(target).includes(anchor);
    });
    expect(missing).toEqual([]);
  });

  it("names only files and folders that exist", () => {
    const words = codeOf(text).flatMap((code) => code.split(/[\s"'(),;]+/));
    const paths = words.filter((word) =>
      /^(?:apps|packages|docs|src|test|scripts|prisma)\/[\w./-]+$|^[\w-]+\/$|^(?:[\w-]+\/)*[\w-]+\.(?:ts|mjs|yaml)$/.test(
        word,
      ),
    );
    const made = new Set(["list-pets.ts", "apps/api/src/pets/rename-pet.ts"]);
    expect(paths.filter((path) => !exists(path) && !made.has(path))).toEqual([]);
  });

  it("calls pnpm in a way that asks nothing, which a terminal outside the repository would do", () => {
    expect(file.startsWith("docs/decisions/") ? "" : text).not.toMatch(/npx pnpm/);
  });

  it("names only scripts that exist", () => {
    const commands = codeOf(text).flatMap((code) => [
      ...code.matchAll(/(?:npx --yes pnpm|npm) (?:--filter (\S+) )?(?:run )?([a-z][\w:-]*)/g),
    ]);
    const missing = commands.filter(([, filter = "", script = ""]) => findScript(filter, script) === undefined);
    expect(missing.map(([command]) => command)).toEqual([]);
  });
});

it("ARCHITECTURE.md has no line over 160 characters", () => {
  const lines = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("\n");
  expect(lines.filter((line) => line.length > 160)).toEqual([]);
});

it("the guide of the first request shows only requests of the README's tour", () => {
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const guide = read("apps/docs/guides/first-request.md");
  const requests = [...guide.matchAll(/```sh\n([^]*?)```/g)].map(([, code = ""]) => code);
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter((code) => !read("README.md").includes(code))).toEqual([]);
});

const prepositions =
  "About|Above|After|Against|Among|As|At|Before|Below|Beside|Between|Beyond|By|During|For|From|In|Inside|Into|Like|Of|On|Outside|Over|Per|Since|Through|To|Under|Until|With|Within|Without";

const folders = ["apps", "packages"].flatMap((parent) =>
  readdirSync(join(root, parent)).flatMap((name) =>
    ["src", "test", "scripts"].map((folder) => join(parent, name, folder)).filter(exists),
  ),
);
const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.includes("generated/"))
    .map((path) => join(folder, path)),
);

it("the help and the comments of programs call pnpm as the pages do", () => {
  const short = sources.filter((path) => readFileSync(join(root, path), "utf8").includes("npx pnpm"));
  expect(short).toEqual(["apps/api/test/docs.test.ts"]);
});

describe("doc comments", () => {
  it("begin by saying what something is or does, and not with a preposition", () => {
    const opening = new RegExp(`/\\*\\*\\s*(?:\\* )?(?:${prepositions})\\b.*`, "g");
    const found = sources.flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(opening)].map(([comment]) => `${path}: ${comment}`),
    );
    expect(sources.length).toBeGreaterThan(1_000);
    expect(found).toEqual([]);
  });
});

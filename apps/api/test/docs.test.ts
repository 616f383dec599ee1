import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md") && name !== "interface.md")
    .map((name) => join(folder, name));
const documents = [...markdownIn("."), ...markdownIn("docs"), ...markdownIn("docs/decisions")];

/** Where a path in the text may begin. */
const rooms = ["", "apps/api", "apps/api/src", "packages", "packages/contract", "packages/contract/src"];
const exists = (path: string) => rooms.some((room) => existsSync(join(root, room, path)));

const scriptsOf = (folder: string) =>
  Object.keys((JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as { scripts: object }).scripts);
const packages: Record<string, string> = { "@petstore/api": "apps/api", "@petstore/contract": "packages/contract" };
const builtIn = new Set(["install", "exec", "start", "test"]);

/** All that a text says in code: fenced blocks and single words. */
const codeOf = (text: string) =>
  [...text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, a, b]) => a ?? b ?? "");

describe.each(documents)("%s", (file) => {
  const text = readFileSync(join(root, file), "utf8");

  it("links to nothing that does not exist", () => {
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = ""]) => link);
    const missing = links.filter((link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(file), link)));
    expect(missing).toEqual([]);
  });

  it("names no file or folder that does not exist", () => {
    const words = codeOf(text).flatMap((code) => code.split(/[\s"'(),;]+/));
    const paths = words.filter((word) =>
      /^(?:apps|packages|docs|src|test|scripts|prisma)\/[\w./-]+$|^[\w-]+\/$|^(?:[\w-]+\/)*[\w-]+\.(?:ts|mjs|yaml)$/.test(
        word,
      ),
    );
    const made = new Set(["list-pets.ts", "apps/api/src/pets/rename-pet.ts"]);
    expect(paths.filter((path) => !exists(path) && !made.has(path))).toEqual([]);
  });

  it("names no script that does not exist", () => {
    const commands = codeOf(text).flatMap((code) => [
      ...code.matchAll(/(?:npx pnpm|npm) (?:--filter (\S+) )?(?:run )?([a-z][\w:-]*)/g),
    ]);
    const missing = commands.filter(([, filter = "", script = ""]) => {
      const known = new Set([...scriptsOf(packages[filter] ?? "."), ...builtIn]);
      return !known.has(script) || (filter !== "" && packages[filter] === undefined);
    });
    expect(missing.map(([command]) => command)).toEqual([]);
  });
});

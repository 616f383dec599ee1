import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

// This checks the build. `npx --yes pnpm --filter @petstore/web speed` measures the first page in a browser.

const dist = new URL("../dist/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, dist), "utf8");

const page = read("index.html");

/** Returns a file and its static imports. Dynamic imports are written `import("…")` and do not count. */
const withImports = (path: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of read(path).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    withImports(`assets/${name}`, found);
  return found;
};

const named = (pattern: RegExp) => [...page.matchAll(pattern)].flatMap(([, path = ""]) => path);

const filesWith = (...scripts: readonly string[]): readonly string[] => {
  const first = named(/<script type="module"[^>]* src="\/([^"]+)"/g);
  const others = named(/(?:<script|<link rel="stylesheet"[^>]*) (?:src|href)="\/([^"]+\.(?:js|css))"/g);
  const found = new Set<string>();
  for (const script of [...first, ...scripts]) withImports(script, found);
  return ["index.html", "favicon.svg", ...new Set([...others, ...found])];
};

const pages = [
  {
    name: "Today",
    files: filesWith(...named(/data-signed-in="\/([^"]+)"/g)),
    most: { bytes: 200_000, requests: 7 },
  },
  {
    name: "the sign-in page",
    files: filesWith(...named(/data-signed-out="\/([^"]+)"/g)),
    most: { bytes: 146_500, requests: 7 },
  },
];

it.each(pages)("$name takes at most $most.bytes bytes by gzip in $most.requests requests", ({ name, files, most }) => {
  const sized = files.map((path) => ({ path, bytes: gzipSync(read(path), { level: 9 }).length }));
  const bytes = sized.reduce((sum, one) => sum + one.bytes, 0);
  const largest = sized
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((one) => `${one.path} ${one.bytes}`)
    .join(", ");
  const advice = "load what the first page does not need later (apps/web/vite.config.ts has the chunks)";
  expect(bytes, `${name} takes ${bytes} bytes: ${advice}; the largest first: ${largest}`).toBeLessThan(most.bytes);
  expect(files.length, `${name} needs ${files.length} files: ${largest}`).toBeLessThanOrEqual(most.requests);
});

it("loads zod and the dialogs of other pages later", () => {
  const names = pages.flatMap(({ files }) => files).filter((path) => /\/(zod|shared|overlays|menu-popup)-/.test(path));
  expect(names).toEqual([]);
});

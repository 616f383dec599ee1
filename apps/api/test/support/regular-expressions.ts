import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** A regular expression in the source. `pattern` is undefined if the expression is built at run time. */
export type FoundExpression = {
  readonly at: string;
  readonly pattern: string | undefined;
  readonly flags: string;
};

type Node = { readonly type: string; readonly start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";

const readNode = (node: Node): Omit<FoundExpression, "at"> | undefined => {
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  if (node.type === "Literal" && regex !== undefined) return regex;
  const isMade = node.type === "NewExpression" || node.type === "CallExpression";
  if (!isMade || (node["callee"] as { name?: string }).name !== "RegExp") return undefined;
  const [pattern, flags] = node["arguments"] as { value?: string }[];
  return { pattern: pattern?.value, flags: flags?.value ?? "" };
};

const findIn = (file: string): FoundExpression[] => {
  const text = readFileSync(file, "utf8");
  const found: FoundExpression[] = [];
  const walk = (value: unknown) => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (!isNode(value)) return;
    const read = readNode(value);
    const line = text.slice(0, value.start).split("\n").length;
    if (read !== undefined) found.push({ ...read, at: `${relative(root, file)}:${line}` });
    for (const child of Object.values(value)) walk(child);
  };
  walk(parseSync(file, text).program);
  return found;
};

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("generated"))
    .map((file) => join(root, folder, file));

/** Finds every regular expression in the sources, by file and line. */
export const findExpressions = (): FoundExpression[] =>
  ["apps/api/src", "apps/bench/src", "packages/contract/src"].flatMap(sources).flatMap(findIn);

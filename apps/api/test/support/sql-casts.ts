import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAst } from "vitest/node";

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string";

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Replaces an expression in a template. It does not end an item of a list, and is not a cast. */
const HOLE = "hole";

const textOf = (node: Node): string | undefined => {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node["quasis"] as readonly { readonly value: { readonly raw: string } }[];
  return quasis.map(({ value }) => value.raw).join(` ${HOLE} `);
};

/** @returns The strings and templates in a source that contain a cast. */
const textsOf = (source: string): string[] => {
  const texts: string[] = [];
  const visit = (node: Node): void => {
    const text = textOf(node);
    if (text !== undefined && /::|\bCAST\s*\(/.test(text)) texts.push(text);
    childrenOf(node).forEach(visit);
  };
  visit(parseAst(source, { lang: "ts" }) as unknown as Node);
  return texts;
};

const LIST_BEGINS = /^(SELECT|DISTINCT|RETURNING)$/i;
const LIST_ENDS =
  /^(FROM|WHERE|ORDER|GROUP|HAVING|LIMIT|UNION|INTO|VALUES|SET|ON|JOIN|LATERAL|INSERT|UPDATE|DELETE|WITH|FOR)$/i;

const tokens = /'(?:[^']|'')*'|"[^"]*"|::|[\w$.]+|\S/g;

/**
 * Returns the items of each list that a SELECT or RETURNING returns. If a text contains neither, it is such a list
 * itself.
 */
const outputsOf = (sql: string): string[][] => {
  const outputs: string[][] = [];
  const isList = !/\b(SELECT|RETURNING)\b/i.test(sql);
  const levels: { inList: boolean; item: string[] }[] = [{ inList: isList, item: [] }];
  const close = (level: (typeof levels)[number] | undefined) => {
    if (level?.inList === true && level.item.length > 0) outputs.push(level.item);
    if (level !== undefined) level.item = [];
  };
  for (const [token] of sql.matchAll(tokens)) {
    const level = levels.at(-1);
    if (level === undefined) break;
    if (token === "(") {
      level.item.push(token);
      levels.push({ inList: false, item: [] });
    } else if (token === ")") {
      close(levels.pop());
      levels.at(-1)?.item.push(token);
    } else if (token === "," || LIST_BEGINS.test(token) || LIST_ENDS.test(token)) {
      close(level);
      if (token !== ",") level.inList = LIST_BEGINS.test(token);
    } else level.item.push(token);
  }
  close(levels[0]);
  return outputs;
};

/** The states of events as JSON. Nothing is ordered by them. */
const unordered: ReadonlySet<string | undefined> = new Set(["before", "after"]);

const bare = (name: string | undefined) => name?.replaceAll('"', "").split(".").at(-1);

/**
 * Returns the name of an item if the item is a cast and has the name of a column: the column that it casts, or one in
 * the order.
 */
const namedAsColumn = (item: readonly string[], ordered: ReadonlySet<string | undefined>): string | undefined => {
  const at = item.findIndex((token) => /^AS$/i.test(token));
  const expression = at === -1 ? item : item.slice(0, at);
  const cast = expression.lastIndexOf("::");
  if (cast === -1 || cast < expression.length - 4) return undefined;
  const isColumn = cast === 1 && expression[0] !== HOLE;
  const given = at === -1 ? undefined : bare(item[at + 1]);
  if (isColumn) {
    const column = bare(expression[0]);
    const isNamed = /^[a-z_"]/i.test(expression[0] ?? "") && !unordered.has(column);
    return isNamed && (given === undefined || given === column) ? column : undefined;
  }
  return given !== undefined && ordered.has(given) ? given : undefined;
};

/** @returns The names of the statement's casts that are also names of columns. */
export const castsNamedAsColumns = (sql: string): string[] => {
  const orders = [...sql.matchAll(/\bORDER BY\s+([^()]*)/gi)].flatMap(([, terms = ""]) => terms.split(","));
  const ordered = new Set(orders.map((term) => term.trim().split(/\s/)[0]?.replaceAll('"', "")));
  return outputsOf(sql).flatMap((item) => namedAsColumn(item, ordered) ?? []);
};

/** @returns `file: name` for each such cast in the sources of a folder, without tests. */
export const findCastsNamedAsColumns = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => /\.(ts|mts|mjs)$/.test(name) && !name.includes(".test.") && !name.startsWith("generated"),
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const texts = textsOf(await readFile(join(folder, name), "utf8"));
      return texts.flatMap(castsNamedAsColumns).map((column) => `${name}: ${column}`);
    }),
  );
  return found.flat().toSorted();
};

import { type Directive, parseSync, type Statement, type StaticExportEntry, Visitor } from "oxc-parser";

/** A declaration of a .d.ts file. */
export type Declaration = {
  readonly kind: "class" | "const" | "function" | "interface" | "type";
  /** The source without comments. */
  readonly text: string;
  /** Every identifier in it. */
  readonly identifiers: ReadonlySet<string>;
};

/** Where a name is declared. */
export type Origin = { readonly module: string; readonly name: string };

/** A .d.ts file. */
export type DeclarationFile = {
  /** The declarations by name: a constant and a type may share one. */
  readonly declared: ReadonlyMap<string, readonly Declaration[]>;
  readonly imported: ReadonlyMap<string, Origin>;
  /** The origins by exported name. `isTypeOnly`: without the value, as of `export type { Name } from`. */
  readonly exported: ReadonlyMap<string, Origin & { readonly isTypeOnly: boolean }>;
  /** The modules of `export * from`. */
  readonly exportedWhole: readonly { readonly module: string; readonly isTypeOnly: boolean }[];
};

const kinds: Readonly<Record<string, Declaration["kind"]>> = {
  ClassDeclaration: "class",
  TSDeclareFunction: "function",
  TSInterfaceDeclaration: "interface",
  TSTypeAliasDeclaration: "type",
  VariableDeclaration: "const",
};

/** `./errors.js` in `dist/client/index.d.ts` is `dist/client/errors.d.ts`; a package stays as it is. */
const resolve = (request: string, from: string): string =>
  request.startsWith(".") ? new URL(request.replace(/\.js$/, ".d.ts"), `file:///${from}`).pathname.slice(1) : request;

/** One name, except of `const a, b`. */
const namesOf = (node: Directive | Statement): string[] => {
  const ids = node.type === "VariableDeclaration" ? node.declarations.map(({ id }) => id) : ["id" in node && node.id];
  return ids.flatMap((id) => (id && id.type === "Identifier" ? [id.name] : []));
};

type Span = { readonly start: number; readonly end: number };

const textWithout = (source: string, { start, end }: Span, comments: readonly Span[]): string => {
  const inside = comments.filter((one) => one.start >= start && one.end <= end);
  const edges = [start, ...inside.flatMap((one) => [one.start, one.end]), end];
  const parts = edges.flatMap((edge, at) => (at % 2 === 0 ? [source.slice(edge, edges[at + 1])] : []));
  const lines = parts
    .join("")
    .replace(/^declare /, "")
    .split("\n");
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
};

const exportsOf = (entries: readonly StaticExportEntry[], path: string) =>
  entries.map(({ moduleRequest, importName, exportName, localName, isType }) => ({
    exportName: exportName.name,
    module: moduleRequest === null ? path : resolve(moduleRequest.value, path),
    name: importName.name ?? localName.name ?? "default",
    isTypeOnly: moduleRequest !== null && isType,
  }));

/** @throws If the file has a declaration that this code does not know: the report would leave it out. */
export const readDeclarations = (path: string, source: string): DeclarationFile => {
  const { program, comments, module, errors } = parseSync(path, source, { lang: "dts" });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);

  const declared = new Map<string, Declaration[]>();
  const spans: (Span & { readonly identifiers: Set<string> })[] = [];
  for (const statement of program.body) {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (node === null || node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") continue;
    const kind = kinds[node.type];
    if (kind === undefined) throw new Error(`${path}: generate/declarations.ts does not know a ${node.type}; add it`);
    const identifiers = new Set<string>();
    spans.push({ start: node.start, end: node.end, identifiers });
    const declaration = { kind, text: textWithout(source, node, comments), identifiers };
    for (const name of namesOf(node)) declared.set(name, [...(declared.get(name) ?? []), declaration]);
  }
  new Visitor({
    Identifier: ({ name, start }) => {
      spans.find((span) => span.start <= start && start < span.end)?.identifiers.add(name);
    },
  }).visit(program);

  const exports = exportsOf(
    module.staticExports.flatMap(({ entries }) => entries),
    path,
  );
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName, localName }) => ({ localName, importName, module: resolve(moduleRequest.value, path) })),
  );
  return {
    declared,
    imported: new Map(
      imports.map((one) => [one.localName.value, { module: one.module, name: one.importName.name ?? "default" }]),
    ),
    exported: new Map(exports.flatMap((one) => (one.exportName === null ? [] : [[one.exportName, one]]))),
    exportedWhole: exports.filter(({ exportName }) => exportName === null),
  };
};

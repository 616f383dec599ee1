import { type Declaration, type DeclarationFile, type Origin, readDeclarations } from "./declarations.js";

/** What the report reads of package.json. */
type Manifest = {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
};

type Exported = {
  readonly name: string;
  readonly origin: Origin;
  readonly isTypeOnly: boolean;
  readonly declarations: readonly Declaration[];
};

/** Its types are few and plain, so the report has them whole. Of schemas and routes it has the names. */
const WHOLE = "./client";

const keyOf = ({ module, name }: Origin) => `${module}#${name}`;
const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);

/** @param read - The text of a file of the package. */
const createReader = (read: (path: string) => string) => {
  const files = new Map<string, DeclarationFile>();
  return (path: string): DeclarationFile => {
    const known = files.get(path) ?? readDeclarations(path, read(path));
    files.set(path, known);
    return known;
  };
};

type Reader = ReturnType<typeof createReader>;

/** Follows re-exports. Another package's name has no declaration here. */
const trace = (file: Reader, { module, name }: Origin, isTypeOnly = false): Omit<Exported, "name"> => {
  const origin = { module, name };
  if (!module.endsWith(".d.ts")) return { origin, isTypeOnly, declarations: [] };
  const { declared, imported, exported, exportedWhole } = file(module);
  const declarations = declared.get(name);
  if (declarations !== undefined) return { origin, isTypeOnly, declarations };
  const other = imported.get(name);
  if (other !== undefined) return trace(file, other, isTypeOnly);
  const next = exported.get(name);
  if (next !== undefined) return trace(file, next, isTypeOnly || next.isTypeOnly);
  const whole = exportedWhole.find((one) => exportsOf(file, one.module).some((each) => each.name === name));
  if (whole === undefined) throw new Error(`${module} does not declare ${name}`);
  return trace(file, { module: whole.module, name }, isTypeOnly || whole.isTypeOnly);
};

const exportsOf = (file: Reader, path: string): Exported[] => {
  const { exported, exportedWhole } = file(path);
  const named = [...exported].map(([name, one]) => ({ name, ...trace(file, one, one.isTypeOnly) }));
  const whole = exportedWhole.flatMap(({ module, isTypeOnly }) =>
    exportsOf(file, module)
      // A name that is exported by itself hides that of a whole module.
      .filter(({ name }) => !exported.has(name))
      .map((one) => ({ ...one, isTypeOnly: isTypeOnly || one.isTypeOnly })),
  );
  return [...named, ...whole].toSorted(byName);
};

/** What the exported declarations refer to and the package does not export: a change of it is theirs too. */
const referredTo = (file: Reader, exported: readonly Exported[]): Exported[] => {
  const found = new Map(exported.map((one) => [keyOf(one.origin), one]));
  const queue = [...exported];
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    if (!one.origin.module.endsWith(".d.ts")) continue;
    const { declared, imported } = file(one.origin.module);
    for (const name of one.declarations.flatMap(({ identifiers }) => [...identifiers])) {
      const target = imported.get(name) ?? (declared.has(name) ? { module: one.origin.module, name } : undefined);
      if (target === undefined) continue;
      const reached = { name: target.name, ...trace(file, target) };
      if (found.has(keyOf(reached.origin))) continue;
      found.set(keyOf(reached.origin), reached);
      queue.push(reached);
    }
  }
  return [...found.values()].filter((one) => !exported.includes(one)).toSorted(byName);
};

/** What a reader of the declarations would not see: `export type` leaves a value out, and `as` renames. */
const notesOf = ({ name, origin, isTypeOnly, declarations }: Exported): string[] => [
  ...(isTypeOnly && declarations.some(({ kind }) => kind !== "interface" && kind !== "type") ? ["as a type only"] : []),
  ...(name === origin.name ? [] : [`${origin.name} as ${name}`]),
];

const kindsOf = (one: Exported): string => {
  if (one.declarations.length === 0) return `from ${one.origin.module}`;
  return [...one.declarations.map(({ kind }) => kind).toSorted(), ...notesOf(one)].join(", ");
};

const listOf = (exported: readonly Exported[]) => [...exported.map((one) => `- \`${one.name}\`: ${kindsOf(one)}`), ""];

/** @throws If a declaration refers to a type that the report does not follow. */
const textsOf = (exported: readonly Exported[]) => {
  const lines = exported.flatMap((one) => [
    ...notesOf(one).map((note) => `// ${note}`),
    ...one.declarations.map(({ text }) => text),
    "",
  ]);
  const inline = exported.find(({ declarations }) => declarations.some(({ text }) => text.includes('import("')));
  if (inline !== undefined) {
    throw new Error(`${inline.name} in ${inline.origin.module} has an inferred import("…"); declare its type`);
  }
  return ["```ts", ...lines.slice(0, -1), "```", ""];
};

/**
 * The public types of the package, from its built declarations.
 * @param read - The text of a file of the package.
 */
export const apiReport = (read: (path: string) => string): string => {
  const { name, exports } = JSON.parse(read("package.json")) as Manifest;
  const file = createReader(read);
  const sections = Object.entries(exports).flatMap(([subpath, target]) => {
    const title = `## ${subpath}`;
    if (typeof target === "string") return [title, "", `The file \`${target}\`.`, ""];
    const exported = exportsOf(file, target.types.replace(/^\.\//, ""));
    if (subpath !== WHOLE) return [title, "", ...listOf(exported)];
    const others = referredTo(file, exported);
    return [title, "", ...textsOf(exported), "### Not exported, but part of these types", "", ...textsOf(others)];
  });
  const head = [
    "<!-- Made by `openapi:write`; a test fails while it is stale. -->",
    "",
    `# The public types of ${name}`,
  ];
  return `${[...head, "", ...sections].join("\n").trimEnd()}\n`;
};

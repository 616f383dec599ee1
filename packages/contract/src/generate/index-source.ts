import * as schemas from "../schemas.js";

const typesIn = (source: string): string[] =>
  [...source.matchAll(/^export (?:type|interface) (\w+)/gm)].flatMap(([, name]) => name ?? []);

/**
 * The source of `index.ts`. Schemas and the client have types of the same names. `export *` would export both, so each schema is exported by name.
 * @param clientTypes - The sources of the client's types.
 */
export const indexSource = (...clientTypes: string[]): string => {
  const types = new Set(clientTypes.flatMap(typesIn));
  const both = Object.keys(schemas).filter((name) => types.has(name));
  return [
    "// Generated from the contract by `openapi:write`; a test fails while it differs from it.",
    "// What most programs import: the client and the schemas. `./routes` is for programs that use ts-rest.",
    'export * from "./client/index.js";',
    'export * from "./schemas.js";',
    "// Each schema has the same name as a type of the client.",
    "export {",
    ...both.toSorted().map((name) => `  ${name},`),
    '} from "./schemas.js";',
    "",
  ].join("\n");
};

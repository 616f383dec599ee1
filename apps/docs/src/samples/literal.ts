/** Says how a language writes the values of JSON. */
export type Dialect = {
  readonly constants: Readonly<Record<"true" | "false" | "null", string>>;
  readonly text: (value: string) => string;
  readonly key: (name: string) => string;
  /** Whether lists that are written in several lines end with a comma. */
  readonly hasTrailingCommas: boolean;
  readonly indent: string;
  /** Whether `{a}` has spaces inside: `{ a: 1 }`. */
  readonly hasInnerSpaces: boolean;
};

const WIDTH = 80;

/**
 * Writes a value of JSON in a language: in one line if it is short, and otherwise with one entry in each line.
 * @param at - The width of what stands before the value in its first line.
 * @param indent - The indentation of the line in which the value begins.
 */
export const literal = (value: unknown, dialect: Dialect, at = 0, indent = ""): string => {
  if (typeof value === "string") return dialect.text(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return dialect.constants[value ? "true" : "false"];
  if (value === null) return dialect.constants.null;
  const entries = Array.isArray(value)
    ? value.map((one) => ["", one] as const)
    : Object.entries(value as object).map(([name, one]) => [`${dialect.key(name)}: `, one as unknown] as const);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  const inner = entries.map(([name, one]) => name + literal(one, dialect, Number.NEGATIVE_INFINITY)).join(", ");
  const space = dialect.hasInnerSpaces && open === "{" ? " " : "";
  const line = open + space + inner + space + close;
  if (at + line.length <= WIDTH) return line;
  const deeper = indent + dialect.indent;
  const lines = entries.map(([name, one], index) => {
    const comma = index < entries.length - 1 || dialect.hasTrailingCommas ? "," : "";
    const written = literal(one, dialect, deeper.length + name.length + comma.length, deeper);
    return deeper + name + written + comma;
  });
  return [open, ...lines, indent + close].join("\n");
};

const jsonConstants = { true: "true", false: "false", null: "null" };
const quoted = (text: string) => JSON.stringify(text);

export const jsonDialect: Dialect = {
  constants: jsonConstants,
  text: quoted,
  key: quoted,
  hasTrailingCommas: false,
  indent: "  ",
  hasInnerSpaces: false,
};

export const typescriptDialect: Dialect = {
  ...jsonDialect,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)),
  hasTrailingCommas: true,
  hasInnerSpaces: true,
};

export const pythonDialect: Dialect = {
  ...jsonDialect,
  constants: { true: "True", false: "False", null: "None" },
  hasTrailingCommas: true,
  indent: "    ",
};

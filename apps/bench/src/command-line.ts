import { parseArgs } from "node:util";

/** An option of a command. Users can repeat an option; its function gets the text of each repetition. */
export type Option<Value> = {
  readonly isFlag?: true;
  /** @throws RangeError with a message for the user. */
  readonly read: (given: readonly string[], name: string) => Value;
};

export const flag: Option<boolean> = { isFlag: true, read: (given) => given.length > 0 };

export const text: Option<string | undefined> = { read: (given) => given.at(-1) };

export const texts: Option<readonly string[]> = { read: (given) => given };

export const number = <Initial extends number | undefined>(
  initial: Initial,
  min: number,
  max: number,
): Option<number | Initial> => ({
  read: (given, name) => {
    if (given.length === 0) return initial;
    const value = Number(given.at(-1));
    if (value >= min && value <= max) return value;
    throw new RangeError(`--${name} must be a number from ${min} to ${max}.`);
  },
});

type Options = Readonly<Record<string, Option<unknown>>>;

export type ValuesOf<Known extends Options> = { readonly [Name in keyof Known]: ReturnType<Known[Name]["read"]> };

const parse = <Known extends Options>(known: Known, args: readonly string[]): ValuesOf<Known> | undefined => {
  const kinds = Object.entries(known).map(([name, { isFlag }]) => {
    const type = isFlag === undefined ? ("string" as const) : ("boolean" as const);
    return [name, { type, multiple: true }] as const;
  });
  const help = { type: "boolean", short: "h" } as const;
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: { ...Object.fromEntries(kinds), help },
  });
  if (values.help !== undefined) return undefined;
  const given = values as Readonly<Record<string, readonly string[] | undefined>>;
  const read = Object.entries(known).map(([name, option]) => [name, option.read(given[name] ?? [], name)]);
  return Object.fromEntries(read) as ValuesOf<Known>;
};

/** Reads the options of a command. @returns Undefined after `--help`, or after a mistake of the user. */
export const readOptions = <const Known extends Options>(
  known: Known,
  help: string,
  args: readonly string[] = process.argv.slice(2),
): ValuesOf<Known> | undefined => {
  try {
    const values = parse(known, args);
    if (values === undefined) process.stdout.write(help);
    return values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    process.exitCode = 1;
    return undefined;
  }
};

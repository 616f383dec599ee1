import { parseArgs } from "node:util";

/** Numbers that a command takes, each with its default and its largest value. */
type Numbers = Readonly<Record<string, { readonly initial: number; readonly max: number }>>;

/**
 * Reads `--name N` options.
 * @returns undefined where help is asked for, or an option is wrong: what is wrong has been printed then.
 */
export const parseNumbers = <const Options extends Numbers>(
  options: Options,
  help: string,
): Record<keyof Options, number> | undefined => {
  const known = Object.fromEntries(Object.keys(options).map((name) => [name, { type: "string" } as const]));
  try {
    const args = process.argv.slice(2).filter((arg) => arg !== "--");
    const { values } = parseArgs({ args, options: { ...known, help: { type: "boolean", short: "h" } as const } });
    if (values["help"] !== true) {
      const read = Object.entries(options).map(([name, { initial, max }]) => {
        const number = Number((values as Record<string, unknown>)[name] ?? initial);
        if (number > 0 && number <= max) return [name, number];
        throw new RangeError(`--${name} must be a number above 0 and at most ${max}.`);
      });
      return Object.fromEntries(read) as Record<keyof Options, number>;
    }
    process.stdout.write(help);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    process.exitCode = 1;
  }
  return undefined;
};

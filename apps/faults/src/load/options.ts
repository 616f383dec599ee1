import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ownApi } from "../service-process.js";

/** Numbers that a command takes, each with its default and its largest value. */
type Numbers = Readonly<Record<string, { readonly initial: number; readonly max: number }>>;

/**
 * Reads `--name N` options, and `--api`: the folder of the package that is started.
 * @returns undefined where help is asked for, or an option is wrong: what is wrong has been printed then.
 */
export const parseOptions = <const Options extends Numbers>(
  options: Options,
  help: string,
): (Record<keyof Options, number> & { readonly api: string }) | undefined => {
  const known = Object.fromEntries(Object.keys(options).map((name) => [name, { type: "string" } as const]));
  try {
    const args = process.argv.slice(2).filter((arg) => arg !== "--");
    const own = { api: { type: "string", default: ownApi }, help: { type: "boolean", short: "h" } } as const;
    const { values } = parseArgs({ args, options: { ...known, ...own } });
    if (values.help !== true) {
      const read = Object.entries(options).map(([name, { initial, max }]) => {
        const number = Number((values as Record<string, unknown>)[name] ?? initial);
        if (number > 0 && number <= max) return [name, number];
        throw new RangeError(`--${name} must be a number above 0 and at most ${max}.`);
      });
      return { ...(Object.fromEntries(read) as Record<keyof Options, number>), api: resolve(values.api) };
    }
    process.stdout.write(help);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    process.exitCode = 1;
  }
  return undefined;
};

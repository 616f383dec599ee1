import { parseArgs } from "node:util";
import { apiIn, numberIn, ownApi, readOptions } from "../command-line.js";

type Numbers = Readonly<Record<string, { readonly initial: number; readonly max: number }>>;

export const parseOptions = <const Options extends Numbers>(options: Options, help: string) => {
  const known = Object.fromEntries(Object.keys(options).map((name) => [name, { type: "string" } as const]));
  const own = { api: { type: "string", default: ownApi }, help: { type: "boolean", short: "h" } } as const;
  return readOptions((args) => {
    const { values } = parseArgs({ args: [...args], options: { ...known, ...own } });
    if (values.help === true) return undefined;
    const numbers = Object.entries(options).map(([name, { initial, max }]) => {
      const given = (values as Record<string, unknown>)[name];
      return [name, numberIn(name, typeof given === "string" ? given : String(initial), 0.001, max)];
    });
    return { ...(Object.fromEntries(numbers) as Record<keyof Options, number>), api: apiIn(values.api) };
  }, help);
};

import { readFileSync } from "node:fs";

const { MUTATED_FILE, MUTATED_TEXT } = process.env;

/** Serves a mutated text instead of one source file, as scripts/mutate.mjs requests; does nothing otherwise. */
export const mutationPlugin = {
  name: "mutation",
  enforce: "pre" as const,
  load: (id: string): string | undefined =>
    MUTATED_TEXT !== undefined && id === MUTATED_FILE ? readFileSync(MUTATED_TEXT, "utf8") : undefined,
};

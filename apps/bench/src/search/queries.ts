import { readFileSync } from "node:fs";
import type { Judged } from "./judge.js";

export const queriesFile = new URL("../../judged/search-queries.json", import.meta.url);

/** Reads the judged queries. `pnpm judged:write` wrote them before the engine that they judge was made. */
export const readQueries = (): Judged[] => JSON.parse(readFileSync(queriesFile, "utf8"));

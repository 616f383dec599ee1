import { type Config, parseConfig } from "../config.js";
import type { Database } from "../database/open-database.js";
import { openStore } from "../database/open-store.js";
import { createLog } from "../startup/log.js";
import type { Logger } from "pino";
import type { Shell } from "./shell.js";

export const withStore = async <Result>(
  shell: Shell,
  work: (store: Database, config: Config, log: Logger) => Promise<Result>,
  open = openStore,
): Promise<Result> => {
  const config = parseConfig(shell.env);
  const log = await createLog(shell.isJson ? "silent" : "warn");
  const store = await open(config, log, shell.signal);
  try {
    shell.signal.throwIfAborted();
    return await work(store, config, log);
  } finally {
    await store.close();
  }
};

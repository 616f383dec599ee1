import { type Config, parseConfig } from "../config.js";
import type { Database } from "../database/open-database.js";
import { openStore } from "../database/open-store.js";
import { createLog } from "../startup/log.js";
import type { Shell } from "./shell.js";

export const withStore = async <Result>(
  shell: Shell,
  work: (store: Database, config: Config) => Promise<Result>,
  open = openStore,
): Promise<Result> => {
  const config = parseConfig(shell.env);
  const store = await open(config, await createLog("warn"), shell.signal);
  try {
    shell.signal.throwIfAborted();
    return await work(store, config);
  } finally {
    await store.close();
  }
};

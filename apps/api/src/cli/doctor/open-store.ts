import type { Logger } from "pino";
import type { Config } from "../../config/config.js";
import type { Database } from "../../database/open-database.js";
import { openStoreAsItIs } from "../with-store.js";

/** The first finding about the store says why it cannot be opened. The others only refer to that. */
export class StoreIsClosed extends Error {
  override name = "StoreIsClosed";
}

export type OpenStore = {
  /** Opens the store, or returns the one that is open. */
  open(): Promise<Database>;
  /** @throws StoreIsClosed if the store cannot be opened */
  use(): Promise<Database>;
  close(): Promise<void>;
};

export const createOpenStore = (config: Config, log: Logger, signal: AbortSignal): OpenStore => {
  let opening: Promise<Database> | undefined;
  const open = () => (opening ??= openStoreAsItIs(config, log, signal));
  return {
    open,
    use: () =>
      open().catch((cause: unknown) => {
        throw new StoreIsClosed("the store is not open", { cause });
      }),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
};

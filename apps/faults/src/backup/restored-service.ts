import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { startServer } from "@petstore/bench/dist/servers/server-process.js";
import { commandOf, thisService } from "@petstore/bench/dist/servers/servers.js";
import { type FirstStart, runFirstStart, signIn } from "@petstore/bench/dist/store/first-start.js";
import { serviceEnv, type Store } from "./petstore-command.js";

const envOf = (store: Partial<Store>) => ({
  ...serviceEnv(store),
  WEB_DIR: "none",
  DOCS_DIR: "none",
  LOG_LEVEL: "warn",
});

/** Runs the first start of a store, which creates an owner and a key. */
export const firstStart = (store: Partial<Store>, cleanup: Cleanup): Promise<FirstStart> =>
  runFirstStart(envOf(store), cleanup);

/** @throws Error if the key or the owner's password no longer works. */
export const tryCredentials = async (store: Partial<Store>, owner: FirstStart, cleanup: Cleanup): Promise<void> => {
  const { port, stop } = await startServer(commandOf(thisService), envOf(store), cleanup);
  const origin = `http://127.0.0.1:${port}`;
  const pets = await fetch(`${origin}/v1/pets?limit=1`, { headers: { Authorization: `Bearer ${owner.key}` } });
  if (pets.status !== 200) throw new Error(`the response to /v1/pets was ${pets.status}`);
  await signIn(origin, owner);
  await stop();
};

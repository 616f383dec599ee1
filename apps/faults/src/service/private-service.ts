import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { type Postgres, postgresIn } from "../store/postgres.js";
import { makeFolder, stopServerAtCleanup } from "../store/store.js";
import { createService, findFreePort, makeKey, type Service } from "./service-process.js";

export type PrivateService = { readonly service: Service; readonly key: string; readonly postgres: Postgres };

/** A service that is ready, on a private PostgreSQL of its own, without files and rate limits, and a key of it. */
export const startPrivateService = async (
  api: string,
  scope: "write" | "admin",
  cleanup: Cleanup,
): Promise<PrivateService> => {
  const dataDir = await makeFolder(cleanup);
  stopServerAtCleanup(dataDir, cleanup);
  const env = { DATA_DIR: dataDir, RATE_LIMIT: "0", WEB_DIR: "none", DOCS_DIR: "none" };
  const service = createService({ build: { api }, port: await findFreePort(), env }, cleanup);
  service.start();
  await service.ready();
  return { service, key: await makeKey({ api }, env, scope), postgres: postgresIn(dataDir) };
};

import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { type Postgres, postgresIn } from "../store/postgres.js";
import { makeFolder, stopServerAtCleanup } from "../store/store.js";
import { createService, type Environment, findFreePort, makeKey, type Service } from "./service-process.js";

export type PrivateService = { readonly service: Service; readonly key: string; readonly postgres: Postgres };

/** A service that is ready, on a private PostgreSQL of its own, without files and rate limits, and a key of it. */
export const startPrivateService = async (
  api: string,
  scope: "write" | "admin",
  cleanup: Cleanup,
  others: { readonly env?: Environment; readonly flags?: readonly string[] } = {},
): Promise<PrivateService> => {
  const dataDir = await makeFolder(cleanup);
  stopServerAtCleanup(dataDir, cleanup);
  const env = { DATA_DIR: dataDir, RATE_LIMIT: "0", WEB_DIR: "none", DOCS_DIR: "none", ...others.env };
  const { flags = [] } = others;
  const service = createService({ build: { api }, port: await findFreePort(), env, flags }, cleanup);
  service.start();
  await service.ready();
  return { service, key: await makeKey({ api }, env, scope), postgres: postgresIn(dataDir) };
};

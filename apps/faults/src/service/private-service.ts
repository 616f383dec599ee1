import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { type Postgres, postgresIn } from "../store/postgres.js";
import { makeFolder, stopServerAtCleanup } from "../store/store.js";
import { createService, type Environment, findFreePort, makeKey, type Service } from "./service-process.js";

export type PrivateService = { readonly service: Service; readonly key: string; readonly postgres: Postgres };

/**
 * Starts a service with a private PostgreSQL and without static files and rate limits. It waits until the service is
 * ready, and creates a key.
 */
export const startPrivateService = async (
  api: string,
  scope: "write" | "admin",
  cleanup: Cleanup,
  others: { readonly env?: Environment; readonly flags?: readonly string[]; readonly cgroup?: string } = {},
): Promise<PrivateService> => {
  const dataDir = await makeFolder(cleanup);
  stopServerAtCleanup(dataDir, cleanup);
  const env = { DATA_DIR: dataDir, RATE_LIMIT: "0", WEB_DIR: "none", DOCS_DIR: "none", ...others.env };
  const { flags = [], cgroup } = others;
  const start = async (group: { readonly cgroup?: string } = {}) => {
    const service = createService({ build: { api }, port: await findFreePort(), env, flags, ...group }, cleanup);
    service.start();
    await service.ready();
    return service;
  };
  const first = await start();
  const found = { key: await makeKey({ api }, env, scope), postgres: postgresIn(dataDir) };
  if (cgroup === undefined) return { service: first, ...found };
  // This service joins the PostgreSQL that the first service has started outside the group, as if PostgreSQL had its
  // own container.
  const service = await start({ cgroup });
  await first.stop();
  return { service, ...found };
};

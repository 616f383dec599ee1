import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Cleanup } from "../cleanup.js";
import type { Report } from "../report.js";
import { ownEnv } from "../servers/own-env.js";
import { runFirstStart } from "../store/first-start.js";
import { EMPTY } from "../store/open-store.js";
import { fillStore } from "../store/pets.js";
import { openPostgres } from "../store/postgres.js";
import type { WebOptions } from "./options.js";
import { type Site, startSite } from "./sites.js";

/** The admin of a store with `size` animals. */
export type Catalogue = { readonly size: number; readonly site: Site };

type Sites = {
  readonly small: Catalogue;
  readonly large: Catalogue;
  readonly postgresVersion: string;
};

export const openSites = async ({ sizes, dataDir }: WebOptions, report: Report, cleanup: Cleanup): Promise<Sites> => {
  const folder = await mkdtemp(join(resolve(dataDir ?? tmpdir()), "petstore-bench-"));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  report(`starting PostgreSQL in ${folder}`);
  const postgres = await openPostgres(folder, cleanup);
  await postgres.create(EMPTY);
  const owner = await runFirstStart({ ...ownEnv(postgres.urlOf(EMPTY)), DATA_DIR: folder }, cleanup);

  const databaseOf = (size: number) => `web_${size}`;
  const open = async (size: number): Promise<Catalogue> => {
    report(`inserting ${size.toLocaleString("en")} animals`);
    await postgres.create(databaseOf(size), EMPTY);
    await postgres.query(databaseOf(size), (client) => fillStore(client, size));
    return { size, site: await startSite(postgres.urlOf(databaseOf(size)), owner, cleanup) };
  };
  const small = await open(sizes[0]);
  const large = await open(sizes[1]);
  return { small, large, postgresVersion: postgres.version };
};

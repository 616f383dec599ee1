import { BASE_PATH } from "@petstore/contract/routes";
import { createCursors } from "@petstore/api/dist/operation/listing/cursors.js";
import type { Cleanup } from "../cleanup.js";
import type { Dialect } from "../requests.js";
import { ownEnv } from "../servers/own-env.js";
import { type Server, thisService } from "../servers/servers.js";
import { runFirstStart } from "./first-start.js";
import { dropTriggers, fillStore } from "./pets.js";
import type { Postgres } from "./postgres.js";

export const PETS = 100_000;

export const EMPTY = "empty";
const OWN = "pets";
const COMPETITORS = "pets_of_competitors";

export type Store = {
  readonly postgres: Postgres;
  dialectOf(server: Server): Dialect;
  databaseOf(server: Server): string;
};

/** The service creates its schema and its key; the competitors get a copy. */
export const openStore = async (postgres: Postgres, cleanup: Cleanup): Promise<Store> => {
  await postgres.create(EMPTY);
  const { key } = await runFirstStart({ ...ownEnv(postgres.urlOf(EMPTY)), DATA_DIR: postgres.dataDir }, cleanup);

  await postgres.create(OWN, EMPTY);
  await postgres.query(OWN, (client) => fillStore(client, PETS));
  await postgres.create(COMPETITORS, OWN);
  await postgres.query(COMPETITORS, dropTriggers);

  const { rows } = await postgres.query(EMPTY, (client) =>
    client.query<{ value: Buffer }>("SELECT value FROM service_secret WHERE name = 'cursor'"),
  );
  const cursors = createCursors(rows[0]?.value ?? Buffer.alloc(0));
  const path = `${BASE_PATH}/pets`;
  const ownDialect: Dialect = {
    key,
    cursor: (after, filters) => cursors({ path, filters }).seal({ side: "after", key: [after] }),
  };
  // The bare server replays the service's responses at the service's URLs.
  const isOwn = ({ name, isRecording = false }: Server) => name === thisService.name || isRecording;
  return {
    postgres,
    dialectOf: (server) => (isOwn(server) ? ownDialect : { key, cursor: String }),
    databaseOf: (server) => (isOwn(server) ? OWN : COMPETITORS),
  };
};

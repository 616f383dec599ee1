import { join } from "node:path";
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

/** Lets the first start of a service create its schema, key and secrets. */
const openOwn = async (postgres: Postgres, cleanup: Cleanup, server: Server, empty: string, filled: string) => {
  await postgres.create(empty);
  const { key } = await runFirstStart(
    { ...ownEnv(postgres.urlOf(empty)), DATA_DIR: join(postgres.dataDir, empty) },
    cleanup,
    server,
  );
  await postgres.create(filled, empty);
  await postgres.query(filled, (client) => fillStore(client, PETS));
  const { rows } = await postgres.query(empty, (client) =>
    client.query<{ value: Buffer }>("SELECT value FROM service_secret WHERE name = 'cursor'"),
  );
  const cursors = createCursors(rows[0]?.value ?? Buffer.alloc(0));
  const path = `${BASE_PATH}/pets`;
  const dialect: Dialect = {
    key,
    cursor: (after, filters) => cursors({ path, filters }).seal({ side: "after", key: [after] }),
  };
  return { dialect, database: filled };
};

/** Opens one store for each service. The competitors share a copy of this service's store. */
export const openStore = async (
  postgres: Postgres,
  cleanup: Cleanup,
  earlier: readonly Server[] = [],
): Promise<Store> => {
  const own = await openOwn(postgres, cleanup, thisService, EMPTY, OWN);
  const services = new Map([[thisService.name, own]]);
  for (const server of earlier) {
    services.set(
      server.name,
      await openOwn(postgres, cleanup, server, `${EMPTY}_${server.name}`, `${OWN}_${server.name}`),
    );
  }
  await postgres.create(COMPETITORS, OWN);
  await postgres.query(COMPETITORS, dropTriggers);
  // The server that replays recordings gets this service's responses at this service's URLs.
  const ofCompetitor = (key: string) => ({ dialect: { key, cursor: String }, database: COMPETITORS });
  const find = ({ name, isRecording = false }: Server) =>
    services.get(name) ?? (isRecording ? own : ofCompetitor(own.dialect.key));
  return {
    postgres,
    dialectOf: (server) => find(server).dialect,
    databaseOf: (server) => find(server).database,
  };
};

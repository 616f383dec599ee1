import type { contract } from "@petstore/contract/routes";
import type { Pool } from "pg";
import { createBatcher } from "../concurrency/batcher.js";
import type { Lane } from "../concurrency/lane.js";
import type { Database } from "../database/open-database.js";
import type { Lanes } from "../concurrency/lanes.js";
import { petNotFound } from "../errors.js";
import { RawJson } from "../operation/raw-json.js";
import type { Operation } from "../operation/operation.js";
import { seenBy } from "../credentials/scopes.js";
import type { Seen } from "../operation/principal.js";
import { expandedPetJson } from "./store/pet-json.js";

// The nested SELECT hides the number of ids from the planner, so that it reuses one plan.
const textOf = (seen: Seen | undefined) =>
  `SELECT id, ${expandedPetJson(seen).text} AS json FROM pet WHERE id = ANY ((SELECT $1::bigint[])::bigint[])`;

const createPetReader = (pool: Pool, lane: Lane, seen?: Seen) => {
  const [text, name] = [textOf(seen), `pets by their ids${seen === undefined ? "" : ` with ${seen}`}`];
  return createBatcher<number, string | undefined>(
    lane,
    async (ids) => {
      const { rows } = await pool.query<{ id: string; json: string }>({ name, text, values: [`{${ids.join(",")}}`] });
      const texts = new Map(rows.map(({ id, json }) => [Number(id), json]));
      return ids.map((id) => texts.get(id));
    },
    // The batches with profiles are smaller, because a profile takes up to a megabyte.
    { name: "getPet", maxBatchSize: seen === undefined ? 8 : 4, maxInFlight: seen === undefined ? 4 : 2 },
  );
};

type PetDeps = { readonly database: Database; readonly lanes: Lanes };

export const getPet = ({ database, lanes }: PetDeps): Operation<typeof contract.pets.getPet> => {
  const { pool } = database.reads;
  const readPlain = createPetReader(pool, lanes.reads);
  const readWith = {
    all: createPetReader(pool, lanes.reads, "all"),
    public: createPetReader(pool, lanes.reads, "public"),
  };
  return async ({ params: { petId }, query: { expand } }, flow, reader) => {
    const json = await (expand === undefined ? readPlain : readWith[seenBy(reader)])(flow, petId);
    if (json === undefined) throw petNotFound(petId);
    const dependency = { ids: new Set([petId]), from: 0, to: Infinity, hasProfiles: expand !== undefined };
    return { status: 200, body: new RawJson(json), dependency };
  };
};

import { randomInt, randomUUID } from "node:crypto";
import { Action, type Pet } from "@petstore/contract/routes";
import { expect } from "vitest";
import { stepLimits } from "../../src/audit/undo-events.js";
import { createUndoRunner } from "../../src/audit/undo-runner.js";
import { putBacksOf } from "../../src/compose.js";
import { changePets } from "../../src/pets/change-pets.js";
import type { TestApi } from "./test-api.js";

const REQUEST_PETS = 1_000;

type Round = {
  readonly pets: number;
  /** The maximum number of subjects in a step. */
  readonly subjects: number;
  /**
   * The id before that of the first event. The events of one request have the same time, so only their ids determine
   * their order.
   */
  readonly lastEventId: number;
  /** How many pets other people rename before and during the undo. */
  readonly writes: number;
};

const addPets = async ({ database: { pool } }: TestApi, count: number): Promise<number[]> => {
  await pool.query("INSERT INTO category (id) VALUES (1) ON CONFLICT DO NOTHING");
  const { rows } = await pool.query<{ id: string }>(
    "INSERT INTO pet (name, category_id) SELECT 'Rex', 1 FROM generate_series(1, $1::integer) RETURNING id",
    [count],
  );
  return rows.map(({ id }) => Number(id));
};

const sellAll = async (api: TestApi, ids: readonly number[]): Promise<Action> => {
  const key = randomUUID();
  const from = { name: "Rex", categoryId: 1, status: "available" };
  for (let first = 0; first < ids.length; first += REQUEST_PETS) {
    const body = ids.slice(first, first + REQUEST_PETS).map((id) => ({ id, from, to: { ...from, status: "sold" } }));
    const { status } = await api.send("POST /v1/pets/changes", { body, headers: { "action-key": key } });
    expect(status).toBe(200);
  }
  return ((await api.send(`GET /v1/actions?key=${key}`)).body as [Action])[0];
};

const rename = async (api: TestApi, id: number): Promise<void> => {
  expect((await api.send(`PATCH /v1/pets/${id}`, { body: { name: "Max" } })).status).toBe(200);
};

const some = (ids: readonly number[], count: number) =>
  new Set(Array.from({ length: count }, () => ids[randomInt(ids.length)] as number));

/**
 * Sells pets and undoes the sale while other people rename some of them. Each pet must be available again, unless it
 * was renamed before the undo reached it.
 */
export const undoUnderWrites = async (api: TestApi, { pets, subjects, lastEventId, writes }: Round): Promise<void> => {
  const { pool } = api.database;
  const ids = await addPets(api, pets);
  await pool.query("SELECT setval('audit_event_id_seq', $1::bigint)", [lastEventId]);
  const sale = await sellAll(api, ids);
  const before = some(ids, writes);
  for (const id of before) await rename(api, id);
  expect((await api.send(`POST /v1/actions/${sale.id}/undo`)).body).toMatchObject({ job: { total: pets } });

  const { database, jobSteps, lanes, responseCache, log, config } = api.deps;
  const deps = {
    database,
    jobSteps,
    responseCache,
    log,
    changePets: changePets({ config }),
    putBacks: putBacksOf(api.deps),
    lane: lanes.bulkWrites,
  };
  const runner = createUndoRunner({ ...deps, limits: { ...stepLimits, subjects } });
  const during = some(ids, writes);
  const write = async () => {
    for (const id of during) await rename(api, id);
  };
  await Promise.all([runner.run(), write()]);
  await runner.close();

  const { job, status } = Action.parse((await api.send(`GET /v1/actions/${sale.id}`)).body);
  const rows = await pool.query<Pick<Pet, "name" | "status"> & { id: string }>(
    "SELECT id, name, status FROM pet WHERE id = ANY ($1::bigint[]) ORDER BY id",
    [ids],
  );
  const left = rows.rows.filter(({ status }) => status !== "available").map(({ id }) => Number(id));
  expect({ status, job }).toMatchObject({
    status: left.length === 0 ? "undone" : "partly_undone",
    job: { status: "done", done: pets - left.length, leftCount: left.length, total: pets },
  });
  expect(job?.left?.map(({ subject }) => subject.id).toSorted((a, b) => a - b)).toEqual(left);
  const renamed = new Set([...before, ...during]);
  expect(left.filter((id) => !renamed.has(id))).toEqual([]);
  expect([...before].filter((id) => !left.includes(id))).toEqual([]);
  for (const { id, name } of rows.rows) expect(name).toBe(renamed.has(Number(id)) ? "Max" : "Rex");
};

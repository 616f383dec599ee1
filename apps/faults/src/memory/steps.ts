import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client.js";
import { categories, fieldsOf, type HeavyStore } from "./heavy-store.js";
import { hostileImports, MANY_ROWS, manyPets } from "./import-files.js";

const UNDONE_WITHIN_MS = 90_000;

/** @param clients - Each has its own key, so that their requests run at the same time. */
type Run = (store: HeavyStore, clients: readonly Client[]) => Promise<unknown>;

const all = (clients: readonly Client[], run: (client: Client, at: number) => Promise<void>) =>
  Promise.all(clients.map(run)) as Promise<unknown>;

const halfOf = (ids: readonly number[], at: number) => ids.filter((id) => id % 2 === at % 2);

/** Follows the links from page to page, however few items a page has. @returns The total number of items. */
const readAll = async ({ send }: Client, path: string): Promise<number> => {
  let count = 0;
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, body, link }: Awaited<ReturnType<Client["send"]>> = await send("GET", next);
    if (status !== 200) throw new Error(`GET ${next}: ${status}`);
    count += (body as unknown[]).length;
    next = /<([^>]+)>; rel="next"/.exec(link)?.[1];
  }
  return count;
};

const requireCount = async (found: Promise<number>, wanted: number) => {
  if ((await found) !== wanted) throw new Error(`${await found} were read, not ${wanted}.`);
};

const remove = (ids: readonly number[], categoryId: number) =>
  ids.map((id) => ({ id, from: fieldsOf(categoryId), to: null }));
const restore = (ids: readonly number[], categoryId: number) =>
  ids.map((id) => ({ id, from: null, to: fieldsOf(categoryId) }));

const changes = "/v1/pets/changes";
const { many: inMany, heavy: inHeavy, noted: inNoted } = categories;

const undoDeletion: Run = async ({ many }, [client, other]) => {
  if (client === undefined || other === undefined) throw new TypeError("Two clients are needed.");
  const key = randomUUID();
  await client.sendInParts(changes, remove(many, inMany), { "action-key": key });
  const [action] = (await client.send("GET", `/v1/actions?key=${key}`)).body as { readonly id: string }[];
  await client.send("POST", `/v1/actions/${action?.id}/undo`, {}, { "action-key": randomUUID() });
  const giveUpAt = performance.now() + UNDONE_WITHIN_MS;
  for (;;) {
    const { status } = (await other.send("GET", `/v1/actions/${action?.id}`)).body as { readonly status: string };
    if (status === "undone") return;
    if (performance.now() > giveUpAt) throw new Error(`The undo did not end: ${status}.`);
    await sleep(500);
  }
};

const updateByCsv: Run = async ({ many }, [client]) => {
  const rows = many.map((id) => `Heavy,${inMany},M-${id},again`);
  const body = {
    csv: `name,categoryId,externalId,story_0\n${rows.join("\n")}\n`,
    source: "heavy.csv",
    columns: {},
    update: true,
  };
  const { status, body: answer } = (await client?.send("POST", "/v1/pets/import", body)) ?? { status: 0, body: "" };
  if (status !== 201)
    throw new Error(`The response to the import was ${status} ${JSON.stringify(answer).slice(0, 300)}`);
};

const importMany: Run = async (_store, [client]) => {
  if (client === undefined) throw new TypeError("A client is needed.");
  const { send } = client;
  const answers = await Promise.all([
    send("POST", "/v1/pets/import", manyPets),
    send("POST", "/v1/pets/import?dryRun=true", manyPets),
  ]);
  // The service runs the two requests one after the other. If the import runs first, all rows are bad in the dry run.
  for (const { status, body } of answers)
    if ((body as { readonly rows?: number }).rows !== MANY_ROWS)
      throw new Error(`The response to an import was ${status} ${JSON.stringify(body).slice(0, 300)}`);
};

/** Sends each hostile import twice at the same time. While one workbook is read, the other one gets 409. */
const importHostile: Run = async (_store, [client]) => {
  for (const body of await hostileImports()) {
    const send = () => client?.send("POST", "/v1/pets/import?dryRun=true", body);
    // oxlint-disable-next-line no-await-in-loop -- More than two at once would wait for their turn.
    for (const answer of await Promise.all([send(), send()]))
      if (![200, 400, 409].includes(answer?.status ?? 0))
        throw new Error(`The response to a hostile import was ${answer?.status}.`);
  }
};

/** The steps that staff take with such a store. Several clients do each step at the same time. */
export const steps: Readonly<Record<string, Run>> = {
  "expand 1,000 of 48 kB": (_store, clients) =>
    all([...clients, ...clients], (client) =>
      requireCount(readAll(client, `/v1/pets?expand=profile&limit=100&categoryId=${inMany}`), 1_000),
    ),
  "expand 60 of 300 kB": ({ heavy }, clients) =>
    all([...clients, ...clients], (client) =>
      requireCount(readAll(client, `/v1/pets?expand=profile&limit=100&categoryId=${inHeavy}`), heavy.length),
    ),
  "expand single pets": ({ heavy }, clients) =>
    all(clients, async ({ send }) => {
      await Promise.all([...heavy, ...heavy].map((id) => send("GET", `/v1/pets/${id}?expand=profile`)));
    }),
  export: (_store, clients) =>
    all(clients, async ({ send }) => {
      const { status, body } = await send("GET", "/v1/pets/export?expand=profile");
      if (status !== 200 || String(body).length < 60_000_000)
        throw new Error(`The response to an export was ${status}, or it was too short.`);
    }),
  "change profiles": ({ many }, clients) =>
    all(clients, (client, at) => {
      const profile = { attributes: { story_0: `of client ${at}` } };
      return client.sendInParts(
        "/v1/profiles/batch",
        many.map((petId) => ({ petId, profile })),
      );
    }),
  delete: ({ many, heavy, noted }, clients) =>
    all(clients, async (client, at) => {
      await client.sendInParts(changes, remove(halfOf(many, at), inMany));
      await client.sendInParts(changes, remove(halfOf(heavy, at), inHeavy));
      if (at === 0) await client.sendInParts(changes, remove([noted], inNoted));
    }),
  restore: ({ many, heavy, noted }, clients) =>
    all(clients, async (client, at) => {
      await client.sendInParts(changes, restore(halfOf(many, at), inMany));
      await client.sendInParts(changes, restore(halfOf(heavy, at), inHeavy));
      if (at === 0) await client.sendInParts(changes, restore([noted], inNoted));
    }),
  "all at once": ({ many }, clients) =>
    all(clients, async (client, at) => {
      const profile = { attributes: { story_1: `of client ${at}` } };
      await Promise.all([
        client.sendInParts(
          "/v1/profiles/batch",
          many.map((petId) => ({ petId, profile })),
        ),
        readAll(client, "/v1/pets?expand=profile&limit=100"),
        readAll(client, "/v1/notes?limit=100"),
        client.send("GET", "/v1/pets/export?expand=profile"),
      ]);
    }),
  history: (_store, clients) =>
    all([...clients, ...clients], async ({ send }) => {
      for (const path of ["/v1/history?subject=profile&limit=100", "/v1/actions?limit=100", "/v1/history?limit=100"])
        await send("GET", path);
    }),
  "import that updates": updateByCsv,
  "import of 200,000 rows": importMany,
  "hostile imports": importHostile,
  "undo of a deletion": undoDeletion,
  merge: async (_store, [client]) => {
    const { status } = (await client?.send("POST", `/v1/categories/${inMany}/merge`, { into: inHeavy })) ?? {
      status: 0,
    };
    if (status !== 200) throw new Error(`The response to the merge was ${status}.`);
  },
};

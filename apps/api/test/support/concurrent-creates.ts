import { randomUUID } from "node:crypto";
import type { Pet } from "@petstore/contract/routes";
import type { TestApi } from "./test-api.js";

type Answers = Awaited<ReturnType<TestApi["send"]>>[];

export const createAll = (
  api: TestApi,
  bodies: readonly unknown[],
  keys: readonly string[] = [api.key],
): Promise<Answers> =>
  Promise.all(bodies.map((body, at) => api.send("POST /v1/pets", { body, key: keys[at % keys.length] ?? api.key })));
export const statusesOf = (answers: Answers) => answers.map(({ status }) => status);
export const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Returns all pets, in the form and the order of the API. */
export const stored = (api: TestApi): Promise<Pet[]> => api.database.db.pet.findMany({ orderBy: { id: "asc" } });
export const created = (answers: Answers): Pet[] =>
  answers
    .filter(({ status }) => status === 201)
    .map(({ body }) => body as Pet)
    .toSorted((a, b) => a.id - b.id);

/** Makes keys of scope write, and returns the actor in the events of each. */
export const makeKeys = (api: TestApi, count: number) =>
  Promise.all(
    times(count, async () => {
      const name = randomUUID();
      const key = await api.makeKey("write", { name });
      const { id } = await api.database.db.apiKey.findFirstOrThrow({ where: { name } });
      return { key, actor: { kind: "key", id: Number(id), name } };
    }),
  );

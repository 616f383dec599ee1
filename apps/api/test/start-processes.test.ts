import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyOf, linkOf, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, type TestDatabase } from "./support/test-database.js";
import { indexPage, makeWebFolder } from "./support/web-folder.js";

const get = (url: string, key: string) => fetch(url, { headers: { authorization: `Bearer ${key}` } });

describe("the first start on a database that DATABASE_URL names", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase("template1");
  });
  afterAll(() => database.drop());

  it("migrates the database, and creates no pets and only one key and owner for two replicas", async () => {
    const replicas = [1, 2].map(() => startServiceProcess({ DATABASE_URL: database.url }));
    const [address = ""] = await Promise.all(replicas.map((replica) => replica.address()));
    const keys = replicas.map(keyOf).filter((key) => key !== "");
    expect(keys).toHaveLength(1);
    expect(replicas.map(linkOf).filter((link) => link !== "")).toHaveLength(1);
    expect((await database.pool.query("SELECT role FROM account")).rows).toEqual([{ role: "owner" }]);
    expect(await (await get(`${address}/v1/pets`, keys[0] ?? "")).json()).toEqual([]);
    expect(await Promise.all(replicas.map(stopServiceProcess))).toEqual([0, 0]);
  });
});

describe("a start with the admin", () => {
  it.each(["1", "2"])(
    "prints the address of the admin first, and serves the admin, with WORKERS=%s",
    async (workers) => {
      const [folder, database] = await Promise.all([makeWebFolder(), createTestDatabase()]);
      const env = { DATABASE_URL: database.url, WEB_DIR: folder, WORKERS: workers };
      const service = startServiceProcess(env);
      const address = await service.address();
      expect(service.output.stdout).toMatch(
        /^\n {2}Pet Store is running\.\n\n {2}Admin {5}(\S+)\/\n {2}API {7}\1\/v1\n/,
      );
      const page = await fetch(address, { headers: { accept: "text/html" } });
      expect([page.status, await page.text()]).toEqual([200, indexPage]);
      expect(await stopServiceProcess(service)).toBe(0);
      await Promise.all([rm(folder, { recursive: true }), database.drop()]);
    },
  );
});

import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { onTlsRefusal, parametersOf, processIdOf } from "./pg-client.js";

describe("pg's client", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("stores the id of the server's process", async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    expect(processIdOf(client)).toBe(rows[0]?.pid);
    client.release();
  });

  it("reports that the server offers no TLS before the connection fails", async () => {
    const server = createServer((socket) => socket.once("data", () => socket.end("N"))).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const socket = new Socket();
    const client = new Client({ host: "127.0.0.1", port, ssl: true, stream: () => socket });
    onTlsRefusal(client, socket, (error) => Object.assign(error, { code: "refused" }));
    await expect(client.connect()).rejects.toMatchObject({ code: "refused" });
    server.close();
  });

  it("prefers the parameters of an address to those of the configuration", () => {
    const connectionString = "postgresql://user@host/name?options=-c%20jit%3Doff&statement_timeout=50";
    const { options, statement_timeout } = parametersOf({ connectionString, statement_timeout: 70 });
    expect([options, Number(statement_timeout)]).toEqual(["-c jit=off", 50]);
  });

  it("stores the configured options, or PGOPTIONS if no options are configured", () => {
    vi.stubEnv("PGOPTIONS", "-c jit=on");
    expect(parametersOf({ host: "host" })).toMatchObject({ options: "-c jit=on", statement_timeout: false });
    expect(parametersOf({ options: "-c jit=off", statement_timeout: 70 })).toMatchObject({
      options: "-c jit=off",
      statement_timeout: 70,
    });
    vi.unstubAllEnvs();
  });
});

import { once } from "node:events";
import { type AddressInfo, createConnection, createServer } from "node:net";
import { join } from "node:path";
import { Writable } from "node:stream";
import { Pool } from "pg";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../../test/support/test-database.js";
import { warnOfLostConnections } from "./pool.js";

/** Opens a pool with one idle connection over a relay, which can hold back what the pool sends. */
const openOverRelay = async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { host, port = 5432 } = database.connection;
  let isHeld = false;
  const relay = createServer({ allowHalfOpen: true }, (client) => {
    const server = createConnection(join(host, `.s.PGSQL.${port}`));
    client.on("data", (bytes) => isHeld || server.write(bytes));
    server.pipe(client);
    for (const socket of [client, server]) socket.on("error", () => {});
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void relay.close());
  await once(relay, "listening");

  const lines: string[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const address = { host: "127.0.0.1", port: (relay.address() as AddressInfo).port };
  const pool = new Pool({ ...database.connection, ...address, max: 1, idleTimeoutMillis: 0 });
  warnOfLostConnections(pool, pino(output), "The connection was lost.");
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  /** Ends the connection from the server's side, and resolves when the pool knows. */
  const endByServer = async () => {
    const known = once(pool, "error");
    await database.pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    await known;
  };
  return { pool, lines, endByServer, hold: () => (isHeld = true) };
};

it("a lost idle connection is logged", async () => {
  const { pool, lines, endByServer } = await openOverRelay();
  await endByServer();
  await pool.end();
  expect(lines).toEqual([expect.stringContaining("The connection was lost.")]);
});

it("nothing is logged if the server ends a connection that the pool is closing", async () => {
  const { pool, lines, endByServer, hold } = await openOverRelay();
  hold();
  await pool.end();
  await endByServer();
  expect(lines).toEqual([]);
});

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { announceClose } from "./connections/track-connections.js";
import { inThisDatabase } from "../../test/support/test-database.js";

let api: TestApi;
let open: Socket[] = [];
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  open = [];
  await api.close();
});

const connectTo = async () => {
  const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
  open.push(socket);
  await once(socket, "connect");
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => void (received += text));
  return { socket, received: () => received, closed: once(socket, "close") };
};
const head = (line: string, more = "") =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.key}\r\n${more}\r\n`;
const connectionFields = (text: string) => [...text.matchAll(/^Connection: (.*)\r$/gm)].map(([, value]) => value);
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 ([0-9]+)/g)].map(([, status]) => status);

/** Runs `work` while the pet table is locked, so that pages which are not cached have to wait. */
const whilePetsAreLocked = async (work: () => Promise<void>) => {
  const holder = await api.database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE pet IN ACCESS EXCLUSIVE MODE");
  await work();
  await holder.query("COMMIT");
  holder.release();
};
const isWaiting = () =>
  expect
    .poll(
      async () =>
        (await api.database.pool.query(`SELECT FROM pg_locks WHERE NOT granted AND ${inThisDatabase}`)).rowCount,
    )
    .toBeGreaterThan(0);

describe("announceClose", () => {
  it.each(["/v1/pets?limit=2", "/v1/pets/999", "/healthz", "/v1/nothing", "/v1/openapi.json"])(
    "sends Connection: close in the next response on an idle connection: GET %s",
    async (path) => {
      const { socket, received, closed } = await connectTo();
      socket.write(head(`GET ${path}`));
      await expect.poll(() => connectionFields(received())).toEqual(["keep-alive"]);
      announceClose(api.server);
      socket.write(head(`GET ${path}`));
      await closed;
      expect(connectionFields(received())).toEqual(["keep-alive", "close"]);
    },
  );

  it("sends Connection: close in the response to a request in flight", async () => {
    const { socket, received, closed } = await connectTo();
    await whilePetsAreLocked(async () => {
      socket.write(head("GET /v1/pets?limit=3"));
      await isWaiting();
      announceClose(api.server);
    });
    await closed;
    expect([statuses(received()), connectionFields(received())]).toEqual([["200"], ["close"]]);
  });

  it("answers all pipelined requests and sends Connection: close in the last response only", async () => {
    const { socket, received, closed } = await connectTo();
    await whilePetsAreLocked(async () => {
      socket.write(head("GET /v1/pets?limit=4") + head("GET /v1/pets?limit=5"));
      await isWaiting();
      announceClose(api.server);
      socket.write(head("GET /v1/pets?limit=6"));
    });
    await closed;
    expect(statuses(received())).toEqual(statuses(received()).map(() => "200"));
    expect(statuses(received()).length).toBeGreaterThanOrEqual(2);
    expect(connectionFields(received())).toEqual([
      ...statuses(received())
        .slice(1)
        .map(() => "keep-alive"),
      "close",
    ]);
  });

  it("allows a request to run only if its response can still be sent", async () => {
    const { socket, received, closed } = await connectTo();
    announceClose(api.server);
    const body = JSON.stringify({ name: "Luna", categoryId: 1 });
    const post = head("POST /v1/pets", `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`) + body;
    socket.write(post.repeat(8));
    await closed;
    const created = statuses(received()).filter((status) => status === "201").length;
    expect(created).toBeGreaterThan(0);
    expect((await api.database.pool.query("SELECT FROM pet")).rowCount).toBe(created);
  });
});

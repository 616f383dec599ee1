import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import type { Event } from "@petstore/contract/routes";
import { findFreePort } from "../service/service-process.js";

export type Arrival = {
  readonly id: string;
  readonly subject: string;
  /** The time at which the request arrived. */
  readonly at: number;
  /** The time between the change and its arrival. */
  readonly delayMs: number;
};

export type Receiver = {
  readonly name: string;
  readonly url: string;
  /** True if it answers each request with 2xx, immediately or later. */
  readonly isSound: boolean;
  /** The events that the receiver has answered with 2xx. */
  readonly arrived: readonly Arrival[];
  /** Returns the number of requests that it has received. */
  requests(): number;
  /** Makes the receiver answer 204 immediately from now on. */
  recover(): void;
};

type Received = { readonly data: Pick<Event, "id" | "at" | "subject"> };
/** Defines how a receiver responds before it recovers. */
type Fault = (response: ServerResponse, arrive: () => void) => void;

export const ALLOWED = "127.0.0.1";
export const INSIDE = "127.0.0.2";
const SLOW_MS = 5_000;

const ok: Fault = (response, arrive) => {
  arrive();
  response.writeHead(204).end();
};

type Options = {
  readonly host?: string;
  readonly port?: number;
  readonly isDown?: boolean;
  readonly isSound?: boolean;
};

const startReceiver = async (name: string, fault: Fault, options: Options, cleanup: Cleanup): Promise<Receiver> => {
  const { host = ALLOWED, port = await findFreePort(), isDown = false, isSound = false } = options;
  const arrived: Arrival[] = [];
  let answer = fault;
  let requests = 0;
  const server = createServer((request, response) => {
    const cameAt = Date.now();
    const chunks: Buffer[] = [];
    requests += 1;
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as Received;
      const { kind, id } = data.subject;
      const of = { id: data.id, subject: `${kind} ${id}`, at: cameAt, delayMs: cameAt - Date.parse(data.at) };
      answer(response, () => arrived.push(of));
    });
  });
  const listen = () => server.listen(port, ALLOWED);
  if (!isDown) {
    listen();
    await once(server, "listening");
  }
  cleanup.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    name,
    url: `http://${host}:${port}/hook`,
    isSound,
    arrived,
    requests: () => requests,
    recover: () => {
      answer = ok;
      // A hanging response is cut off, as in a restart. A slow response is still completed.
      if (!isSound) server.closeAllConnections();
      if (isDown) listen();
    },
  };
};

/** Starts seven receivers, and a server that none of the requests may reach. */
export const startReceivers = async (changingHost: string, cleanup: Cleanup) => {
  const insidePort = await findFreePort();
  const inside = `http://${INSIDE}:${insidePort}/`;
  let connections = 0;
  const trap = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  trap.listen(insidePort, INSIDE);
  await once(trap, "listening");
  cleanup.add(() => trap.close());
  const later: Fault = (response, arrive) => void setTimeout(() => ok(response, arrive), SLOW_MS).unref();
  const redirect: Fault = (response) => response.writeHead(307, { location: inside }).end();
  const start = (name: string, fault: Fault, options: Options = {}) => startReceiver(name, fault, options, cleanup);
  return {
    good: await start("good", ok, { isSound: true }),
    others: [
      await start("down", ok, { isDown: true }),
      await start("answers 500", (response) => response.writeHead(500).end()),
      await start("hangs", () => {}),
      await start("slow", later, { isSound: true }),
      await start("redirects inside", redirect),
      // This is the port of the server that must not be reached. A second look-up of the name leads to it.
      await start("name changes", ok, { host: changingHost, port: insidePort }),
    ],
    connectionsInside: () => connections,
  };
};

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { createFrontendReader, type Step } from "./frontend-messages.js";
import { joinLink, type Link, type Reader } from "./link.js";
import type { Toxic } from "./toxics.js";

/** A TCP proxy on loopback that injects faults. It recognises steps only in PostgreSQL's protocol. */
export type FaultProxy = {
  readonly port: number;
  /** Returns the number of connections or messages that the fault has affected. */
  readonly hits: () => number;
  poison(toxic: Toxic, step: Step): Promise<void>;
  /** Makes the proxy work for new connections. A connection that is silent stays silent until it closes. */
  heal(): Promise<void>;
  freezeAll(): void;
  /**
   * Makes open and new connections silent: no data passes, and no connection closes.
   * @returns The number of open connections.
   */
  hold(): number;
  release(): void;
  closeAll(): void;
  close(): Promise<void>;
};

type Fault = { readonly toxic: Toxic; readonly step: Step };

// A COMMIT also counts as a query.
const matches = (at: Step, step: Step) => at === step || (at === "query" && step === "commit");

/** Creates a reader for protocols other than PostgreSQL's. */
const createByteReader = (): Reader => (bytes) => [{ bytes, step: undefined }];

const openProxy = async (
  target: () => NetConnectOpts,
  port: number,
  createReader: () => Reader,
): Promise<FaultProxy> => {
  const links = new Map<Link, readonly Socket[]>();
  let fault: Fault | undefined;
  let hits = 0;
  let isHolding = false;

  const onStep = (link: Link, step: Step): boolean => {
    if (fault === undefined || !matches(fault.step, step)) return true;
    hits += 1;
    const isDelivered = fault.toxic.needsAnswer === true || hits % 2 === 0;
    // The message is sent first, because a connection with a toxic sends nothing more.
    const { toxic } = fault;
    if (isDelivered) setImmediate(() => toxic.apply(link, true));
    else toxic.apply(link, false);
    return isDelivered;
  };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(target());
    const link = joinLink({ client, server: upstream }, createReader(), onStep);
    links.set(link, [client, upstream]);
    if (isHolding) link.freeze();
    client.once("close", () => links.delete(link));
  });
  const listen = async (at: number) => {
    server.listen(at, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const ownPort = await listen(port);

  return {
    port: ownPort,
    hits: () => hits,
    poison: async (toxic, step) => {
      hits = 0;
      fault = { toxic, step };
      // Closing the listener refuses new connections but keeps the open ones.
      if (toxic.isRefusing === true) server.close();
      // Only new connections have this step.
      if (step !== "connect") return;
      if (toxic.isRefusing === true) hits = links.size;
      for (const link of links.keys()) link.close();
    },
    heal: async () => {
      const isRefusing = fault?.toxic.isRefusing === true;
      fault = undefined;
      isHolding = false;
      if (isRefusing) await listen(ownPort);
    },
    freezeAll: () => {
      hits = links.size;
      for (const link of links.keys()) link.freeze();
    },
    hold: () => {
      isHolding = true;
      hits = links.size;
      for (const link of links.keys()) link.freeze();
      return hits;
    },
    release: () => {
      isHolding = false;
      for (const link of links.keys()) link.thaw();
    },
    closeAll: () => {
      for (const link of links.keys()) link.close();
    },
    close: async () => {
      fault = undefined;
      if (server.listening) server.close();
      for (const sockets of links.values()) for (const socket of sockets) socket.destroy();
    },
  };
};

/** Opens a proxy for PostgreSQL's Unix socket. */
export const openFaultProxy = (socketPath: string): Promise<FaultProxy> =>
  openProxy(() => ({ path: socketPath }), 0, createFrontendReader);

const openTcpProxy = async (port: number, targetPort: () => number, cleanup: Cleanup): Promise<FaultProxy> => {
  const target = () => ({ port: targetPort(), host: "127.0.0.1", noDelay: true });
  const proxy = await openProxy(target, port, createByteReader);
  cleanup.add(() => proxy.close());
  return proxy;
};

/** Opens a proxy for any loopback port, on a port that is known in advance. */
export const openBytesProxy = (port: number, targetPort: number, cleanup: Cleanup): Promise<FaultProxy> =>
  openTcpProxy(port, () => targetPort, cleanup);

/** Opens a proxy for a loopback port that may change, as an address does that moves to another server. */
export const openMovingProxy = (targetPort: () => number, cleanup: Cleanup): Promise<FaultProxy> =>
  openTcpProxy(0, targetPort, cleanup);

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Step } from "./frontend-messages.js";
import { joinLink, type Link } from "./link.js";
import type { Toxic } from "./toxics.js";

/** A TCP proxy on loopback in front of PostgreSQL's Unix socket that injects faults. */
export type FaultProxy = {
  readonly port: number;
  /** How many connections or messages the fault has hit. */
  readonly hits: () => number;
  poison(toxic: Toxic, step: Step): Promise<void>;
  heal(): Promise<void>;
  freezeAll(): void;
  hold(): void;
  release(): void;
  closeAll(): void;
  close(): Promise<void>;
};

type Fault = { readonly toxic: Toxic; readonly step: Step };

// A COMMIT is also a query.
const matches = (at: Step, step: Step) => at === step || (at === "query" && step === "commit");

export const openFaultProxy = async (socketPath: string): Promise<FaultProxy> => {
  const links = new Map<Link, readonly Socket[]>();
  let fault: Fault | undefined;
  let hits = 0;
  let isHolding = false;

  const onStep = (link: Link, step: Step): boolean => {
    if (fault === undefined || !matches(fault.step, step)) return true;
    hits += 1;
    const isDelivered = fault.toxic.needsAnswer === true || hits % 2 === 0;
    // The message goes first: a link with a toxic writes nothing more.
    const { toxic } = fault;
    if (isDelivered) setImmediate(() => toxic.apply(link, true));
    else toxic.apply(link, false);
    return isDelivered;
  };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(socketPath);
    const link = joinLink({ client, server: upstream }, onStep);
    links.set(link, [client, upstream]);
    if (isHolding) link.freeze();
    client.once("close", () => links.delete(link));
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    port,
    hits: () => hits,
    poison: async (toxic, step) => {
      hits = 0;
      fault = { toxic, step };
      // Closing the listener refuses new connections and keeps the open ones.
      if (toxic.isRefusing === true) server.close();
      // Only new connections take this step.
      if (step !== "connect") return;
      if (toxic.isRefusing === true) hits = links.size;
      for (const link of links.keys()) link.close();
    },
    heal: async () => {
      const isRefusing = fault?.toxic.isRefusing === true;
      fault = undefined;
      if (isRefusing) await listen(port);
    },
    freezeAll: () => {
      hits = links.size;
      for (const link of links.keys()) link.freeze();
    },
    hold: () => {
      isHolding = true;
      hits = links.size;
      for (const link of links.keys()) link.freeze();
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

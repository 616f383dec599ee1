import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Step } from "./frontend-messages.js";
import { joinLink, type Link } from "./link.js";
import type { Toxic } from "./toxics.js";

/** A TCP port on loopback that leads to PostgreSQL's Unix socket, and can be made to fail. */
export type FaultProxy = {
  readonly port: number;
  /** How often the present or last fault has struck. */
  readonly strikes: () => number;
  /** Until `heal`, the toxic strikes each connection that takes the step. */
  poison(toxic: Toxic, step: Step): Promise<void>;
  /** The path is good again for new connections and messages; what was struck stays so. */
  heal(): Promise<void>;
  /** Freezes the connections of now; of those to come, none. */
  freezeAll(): void;
  /** Holds back all bytes, of new connections too, until `release` delivers them. */
  hold(): void;
  release(): void;
  /** Ends the connections of now. */
  closeAll(): void;
  close(): Promise<void>;
};

type Fault = { readonly toxic: Toxic; readonly step: Step };

// A COMMIT is a query too.
const isStruckAt = (at: Step, step: Step) => at === step || (at === "query" && step === "commit");

/** @param socketPath - PostgreSQL's socket */
export const openFaultProxy = async (socketPath: string): Promise<FaultProxy> => {
  const links = new Map<Link, readonly Socket[]>();
  let fault: Fault | undefined;
  let strikes = 0;
  let isHolding = false;

  const strike = (link: Link, step: Step): boolean => {
    if (fault === undefined || !isStruckAt(fault.step, step)) return true;
    strikes += 1;
    const isDelivered = fault.toxic.needsAnswer === true || strikes % 2 === 0;
    // The message is written first: a struck link writes no more.
    const { toxic } = fault;
    if (isDelivered) setImmediate(() => toxic.strike(link, true));
    else toxic.strike(link, false);
    return isDelivered;
  };

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(socketPath);
    const link = joinLink({ client, server: upstream }, strike);
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
    strikes: () => strikes,
    poison: async (toxic, step) => {
      strikes = 0;
      fault = { toxic, step };
      // A refused connection is one that nobody listens for; those that are open last until they are struck.
      if (toxic.isRefusing === true) server.close();
      // Without new connections, nothing would take this step.
      if (step !== "connect") return;
      if (toxic.isRefusing === true) strikes = links.size;
      for (const link of links.keys()) link.close();
    },
    heal: async () => {
      const isRefusing = fault?.toxic.isRefusing === true;
      fault = undefined;
      if (isRefusing) await listen(port);
    },
    freezeAll: () => {
      strikes = links.size;
      for (const link of links.keys()) link.freeze();
    },
    hold: () => {
      isHolding = true;
      strikes = links.size;
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

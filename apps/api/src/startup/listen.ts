import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../config.js";
import { OperatorError } from "../database/operator-error.js";
import { stopAccepting } from "../patches/stop-accepting.js";

type Address = Pick<Config, "host" | "port">;
/** The variables that set them. */
type Names = { readonly host: string; readonly port: string };

type Sentence = (address: Address, names: Names) => readonly [problem: string, remedy: string];
const sentences: Readonly<Record<string, Sentence>> = {
  EADDRINUSE: ({ host, port }, names) => [
    `Port ${port} on ${host} is in use:`,
    `stop what listens there, or set ${names.port} to another one (${names.port}=0 takes any free port).`,
  ],
  EACCES: ({ port }, names) => [
    `${names.port} ${port} is not open to this user:`,
    `set ${names.port} to 1024 or above.`,
  ],
  EADDRNOTAVAIL: ({ host }, names) => [
    `${names.host} ${host} is not an address of this machine:`,
    `set ${names.host} to one, such as 127.0.0.1 or 0.0.0.0.`,
  ],
  ENOTFOUND: ({ host }, names) => [
    `${names.host} ${host} cannot be resolved:`,
    `set ${names.host} to an address, such as 127.0.0.1 or 0.0.0.0.`,
  ],
};

export const listen = (
  server: Server,
  { host, port }: Address,
  names: Names = { host: "HOST", port: "PORT" },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const sentence = sentences[error.code ?? ""]?.({ host, port }, names);
      reject(sentence === undefined ? error : new OperatorError("start_failed", ...sentence));
    };
    server.once("error", refuse);
    server.listen({ host, port }, () => {
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${taken}`);
    });
  });

const DRAIN_TIMEOUT_MS = 10_000;
const SWEEP_INTERVAL_MS = 50;
/** A request may be on its way on a connection that looks idle. */
const IDLE_MS = 1_000;

const MAX_ACCEPT_WAIT_MS = 3_000;
/** A longer turn may have missed a connection that arrived meanwhile. */
const QUIET_TURN_MS = 0.2;

// Closing the socket resets connections that Node, which accepts one a turn, has not accepted yet.
const onceAllAreAccepted = (server: Server, close: () => void): void => {
  const startedAt = performance.now();
  let turnStartedAt = startedAt;
  let hasAccepted = true;
  const noteConnection = () => {
    hasAccepted = true;
  };
  const endTurn = () => {
    const now = performance.now();
    const isQuiet = !hasAccepted && now - turnStartedAt < QUIET_TURN_MS;
    if (isQuiet || now - startedAt > MAX_ACCEPT_WAIT_MS) {
      server.off("connection", noteConnection);
      return close();
    }
    hasAccepted = false;
    turnStartedAt = now;
    setImmediate(endTurn);
  };
  server.on("connection", noteConnection);
  setImmediate(endTurn);
};

export const drain = (server: Server, idleMs = IDLE_MS): Promise<void> =>
  new Promise((resolve) => {
    onceAllAreAccepted(server, () => {
      const startedAt = performance.now();
      const sweep = setInterval(() => {
        if (performance.now() - startedAt >= idleMs) server.closeIdleConnections();
      }, SWEEP_INTERVAL_MS);
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      stopAccepting(server, () => {
        clearInterval(sweep);
        clearTimeout(cut);
        resolve();
      });
    });
  });

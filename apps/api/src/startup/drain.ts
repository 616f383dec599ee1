import type { Server } from "node:http";
import { stopAccepting } from "../patches/stop-accepting.js";

/** Requests that are still in flight after this time are cut off. */
const DRAIN_TIMEOUT_MS = 10_000;
const SWEEP_INTERVAL_MS = 50;
/** A request may already be on its way on a connection that looks idle. */
const IDLE_MS = 1_000;

const MAX_ACCEPT_WAIT_MS = 3_000;
/** If a turn took longer than this, a connection may have arrived during it. */
const QUIET_TURN_MS = 0.2;

// Waits before it closes the server's socket. Node accepts one connection per turn, and closing the socket resets those
// that it has not accepted yet.
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

/** Resolves when the last connection has closed, but at the latest after {@link DRAIN_TIMEOUT_MS}. */
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

import type { Server } from "node:http";
import { Server as NetServer } from "node:net";

/**
 * Stops accepting connections. Since Node 19, `http.Server.close` also closes idle connections, and with them requests
 * that have just arrived.
 */
export const stopAccepting = (server: Server, onClosed: () => void): void => {
  NetServer.prototype.close.call(server, () => {
    // This stops Node's timer that checks for slow requests.
    server.close();
    onClosed();
  });
};

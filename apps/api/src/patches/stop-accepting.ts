import type { Server } from "node:http";
import { Server as NetServer } from "node:net";

/** `http.Server.close` also closes idle connections (Node 19), and with them requests that have just arrived. */
export const stopAccepting = (server: Server, onClosed: () => void): void => {
  NetServer.prototype.close.call(server, () => {
    // Stops Node's timer that checks for slow requests.
    server.close();
    onClosed();
  });
};

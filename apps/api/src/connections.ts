import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { connectionOf } from "./gate/request-context.js";

/** The connections that the server has open. */
export const trackConnections = (server: Server): ReadonlySet<Socket> => {
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return connections;
};

const saysClose = ({ headersSent, shouldKeepAlive }: ServerResponse) => headersSent && !shouldKeepAlive;

/** Has the newest response of a connection say `Connection: close`, and no earlier one: a client may have pipelined. */
const createCloseMarks = () => {
  const marked = new WeakSet<ServerResponse>();
  return (earlier: Iterable<ServerResponse>, newest: ServerResponse) => {
    for (const response of earlier) {
      if (marked.delete(response) && !response.headersSent) response.shouldKeepAlive = true;
    }
    if (newest.headersSent || !newest.shouldKeepAlive) return;
    newest.shouldKeepAlive = false;
    marked.add(newest);
  };
};

/**
 * From now on no response announces that its connection is kept: a client's next request on it could meet its end. The
 * listener is put in front only now, so that a service which is not stopping pays nothing for it.
 */
export const announceClose = (server: Server, connections: ReadonlySet<Socket>): void => {
  const markClose = createCloseMarks();
  for (const socket of connections) {
    const owed = [...connectionOf(socket).owed];
    const newest = owed.pop();
    if (newest !== undefined) markClose(owed, newest);
  }
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const { socket } = request;
    const { owed } = connectionOf(socket);
    // What follows a response that said `close` must not be processed (RFC 9112 section 9.6). Node may have read it before.
    if (socket.writableEnded || [...owed].some(saysClose)) return;
    markClose(owed, response);
    for (const listener of listeners) listener(request, response);
  });
};

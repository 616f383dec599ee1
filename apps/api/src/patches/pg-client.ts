import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";

/** pg has it for `cancel`; no public API returns it without a query. */
export const processIdOf = (client: Client): number => Reflect.get(client, "processID") as number;

type ServerMessages = {
  readonly parameterStatus: { readonly parameterName: string; readonly parameterValue: string };
  readonly errorMessage: { readonly code?: string };
  readonly readyForQuery: object;
};

/** pg shows its users none of them, except an error to the query that it ends. */
export const onServerMessage = <Name extends keyof ServerMessages>(
  client: Client,
  name: Name,
  listener: (message: ServerMessages[Name]) => void,
): void => {
  const connection = Reflect.get(client, "connection") as EventEmitter;
  connection.on(name, listener);
};

/** pg's error for it has no code. @param listener - Gets the error before the client does. */
export const onTlsRefusal = (client: Client, socket: Socket, listener: (error: Error) => void): void => {
  if (!client.ssl) return;
  let isRefused = false;
  socket.once("data", (reply) => (isRefused = reply.toString() === "N"));
  const connection = Reflect.get(client, "connection") as EventEmitter;
  connection.on("error", (error: Error) => isRefused && listener(error));
};

export type ConnectionParameters = { readonly options?: string; readonly statement_timeout?: number };

/** What pg makes of the address, its options and PG* variables: no public API returns it. */
export const parametersOf = (connection: ClientConfig): ConnectionParameters =>
  Reflect.get(new Client(connection), "connectionParameters") as ConnectionParameters;

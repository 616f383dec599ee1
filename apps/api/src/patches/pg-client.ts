import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";

/** pg stores this id for `cancel`. No public API returns it without a query. */
export const processIdOf = (client: Client): number => Reflect.get(client, "processID") as number;

type ServerMessages = {
  readonly parameterStatus: { readonly parameterName: string; readonly parameterValue: string };
  readonly errorMessage: { readonly code?: string };
  readonly readyForQuery: object;
};

/** Listens for a message of the server. pg passes on only the error that ends a query. */
export const onServerMessage = <Name extends keyof ServerMessages>(
  client: Client,
  name: Name,
  listener: (message: ServerMessages[Name]) => void,
): void => {
  const connection = Reflect.get(client, "connection") as EventEmitter;
  connection.on(name, listener);
};

/**
 * Listens for the server's refusal of TLS. pg's error for it has no code.
 * @param listener - It gets the error before the client does.
 */
export const onTlsRefusal = (client: Client, socket: Socket, listener: (error: Error) => void): void => {
  if (!client.ssl) return;
  let isRefused = false;
  socket.once("data", (reply) => (isRefused = reply.toString() === "N"));
  const connection = Reflect.get(client, "connection") as EventEmitter;
  connection.on("error", (error: Error) => isRefused && listener(error));
};

/**
 * Listens for the moment in which the server asks for proof of a password that pg does not have: neither the address nor
 * PGPASSWORD nor a password file names one. pg's error for it has no code.
 */
export const onMissingPassword = (client: Client, listener: () => void): void => {
  const connection = Reflect.get(client, "connection") as EventEmitter;
  connection.on("authenticationSASLContinue", () => (client.password ?? "") === "" && listener());
};

export type ConnectionParameters = { readonly options?: string; readonly statement_timeout?: number };

/** Returns the values that pg reads from the address, its options and PG* variables. No public API returns them. */
export const parametersOf = (connection: ClientConfig): ConnectionParameters =>
  Reflect.get(new Client(connection), "connectionParameters") as ConnectionParameters;

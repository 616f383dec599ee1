import { Client, type ClientConfig } from "pg";

/** PostgreSQL's id of the process behind a connection. pg stores it for `cancel`, and no public API tells it without a query. */
export const processIdOf = (client: Client): number => Reflect.get(client, "processID") as number;

export type ConnectionParameters = { readonly options?: string; readonly statement_timeout?: number };

/** What pg makes of an address, its own options and PG* variables together: it has no public API for the outcome. */
export const parametersOf = (connection: ClientConfig): ConnectionParameters =>
  Reflect.get(new Client(connection), "connectionParameters") as ConnectionParameters;

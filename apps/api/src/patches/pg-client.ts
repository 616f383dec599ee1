import { Client, type ClientConfig } from "pg";

/** pg has it for `cancel`; no public API returns it without a query. */
export const processIdOf = (client: Client): number => Reflect.get(client, "processID") as number;

export type ConnectionParameters = { readonly options?: string; readonly statement_timeout?: number };

/** What pg makes of the address, its options and PG* variables: no public API returns it. */
export const parametersOf = (connection: ClientConfig): ConnectionParameters =>
  Reflect.get(new Client(connection), "connectionParameters") as ConnectionParameters;

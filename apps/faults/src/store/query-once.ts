import { Client, type ClientConfig } from "pg";

/** Runs one query on a separate connection. */
export const queryOnce = async <Row extends object>(
  connection: ClientConfig,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const client = new Client(connection);
  // If the server is killed, idle connections emit an error, which would otherwise crash this process.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end().catch(() => {});
  }
};

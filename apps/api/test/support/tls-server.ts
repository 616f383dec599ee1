import { chown, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { createStore, STORE_NAME } from "../../src/database/create-store.js";
import { preparePostgresFolder } from "../../src/database/postgres-folder.js";
import { connectionTo } from "../../src/database/postgres-server.js";
import { abandonStart, hasEnded, startServer } from "../../src/database/postgres-start.js";
import { createCertificate } from "./certificate.js";
import { freePort } from "./free-port.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

const PASSWORD = "hunter2";

export type TlsServer = {
  /**
   * Returns an address on localhost for the role of the store, whose password is `hunter2`.
   * @param query - The options, for example `sslmode=verify-full`.
   */
  url(query?: string, host?: string): string;
  /** The file of the authority that issued the certificate, which is the certificate itself. */
  readonly authorityFile: string;
  remove(): Promise<void>;
};

/**
 * Starts a PostgreSQL on a loopback port.
 * @param options.hba - The rule in pg_hba.conf for that port.
 * @param options.ssl - True to offer TLS.
 */
export const createTlsServer = async (options: {
  readonly ssl: boolean;
  readonly hba: "hostssl" | "host";
  readonly validUntil?: Date;
}): Promise<TlsServer> => {
  const dataDir = await makeTemporaryFolder();
  const folder = await preparePostgresFolder(dataDir, ["--no-sync"]);
  const { uid, gid } = await stat(folder.pgData);
  const { certificate, key } = createCertificate("localhost", options.validUntil);
  const files = { "server.crt": certificate, "server.key": key };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder.pgData, name), content, { mode: 0o600 });
    await chown(join(folder.pgData, name), uid, gid);
  }
  const rules = `local all all trust\n${options.hba} all all 127.0.0.1/32 scram-sha-256\n`;
  await writeFile(join(folder.pgData, "pg_hba.conf"), rules);
  const authorityFile = join(dataDir, "authority.pem");
  await writeFile(authorityFile, certificate);
  const port = await freePort();
  const start = await startServer(folder, {
    ...{ fsync: "off", autovacuum: "off", max_connections: "40" },
    ...{ listen_addresses: "127.0.0.1", port: String(port), ssl: options.ssl ? "on" : "off" },
  });
  const connect = async (): Promise<Client> => {
    const client = new Client({ ...connectionTo(folder.pgData, "postgres", "postgres"), port });
    client.on("error", () => {});
    return client.connect().then(
      () => client,
      (error: unknown) => (hasEnded(start) ? Promise.reject(error as Error) : connect()),
    );
  };
  const client = await connect();
  await createStore(client);
  await client.query(`ALTER ROLE ${STORE_NAME} PASSWORD '${PASSWORD}'`);
  await client.end();
  return {
    url: (query = "", host = "localhost") =>
      `postgresql://${STORE_NAME}:${PASSWORD}@${host}:${port}/${STORE_NAME}${query === "" ? "" : `?${query}`}`,
    authorityFile,
    remove: async () => {
      await abandonStart(start);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
};

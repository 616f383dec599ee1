import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTlsServer, type TlsServer } from "../../test/support/tls-server.js";
import { isDatabaseUnavailable } from "./errors.js";
import { openDatabase, openPools } from "./open-database.js";
import { OperatorError } from "../config/operator-error.js";
import { openPrisma } from "./prisma-client.js";

const log = pino({ level: "silent" });
const MINUTE_MS = 60_000;

let demanding: TlsServer;
let plain: TlsServer;
let expired: TlsServer;
beforeAll(async () => {
  demanding = await createTlsServer({ ssl: true, hba: "hostssl" });
  plain = await createTlsServer({ ssl: false, hba: "host" });
  expired = await createTlsServer({ ssl: true, hba: "hostssl", validUntil: new Date(Date.now() - MINUTE_MS) });
});
afterAll(() => Promise.all([demanding, plain, expired].map((server) => server.remove())));

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: "/never/used", log });
const verified = (server: TlsServer, host?: string) =>
  server.url(`sslmode=verify-full&sslrootcert=${encodeURIComponent(server.authorityFile)}`, host);

const isEncrypted = async (databaseUrl: string) => {
  const database = await open(databaseUrl);
  const ask = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
  const [pool, reads, prisma] = await Promise.all([
    database.pool.query(ask),
    database.reads.pool.query(ask),
    database.db.$queryRawUnsafe(ask),
  ]);
  await database.close();
  return [pool.rows, reads.rows, prisma];
};
const allEncrypted = [[{ ssl: true }], [{ ssl: true }], [{ ssl: true }]];

describe("DATABASE_URL with TLS", () => {
  it("encrypts every connection to a server whose certificate authority is in sslrootcert", async () => {
    expect(await isEncrypted(verified(demanding))).toEqual(allEncrypted);
  });

  it("encrypts with sslmode=no-verify, whatever the certificate is", async () => {
    expect(await isEncrypted(expired.url("sslmode=no-verify"))).toEqual(allEncrypted);
  });

  // docs/operations.md documents this, although libpq would accept these certificates.
  it.each(["require", "prefer", "verify-ca", "allow"])(
    "also verifies the certificate with sslmode=%s",
    async (mode) => {
      const emitWarning = vi.spyOn(process, "emitWarning").mockReturnValue();
      await expect(open(demanding.url(`sslmode=${mode}`))).rejects.toThrow(
        "an authority that this machine does not trust (DEPTH_ZERO_SELF_SIGNED",
      );
      emitWarning.mockRestore();
    },
  );

  it.each(["an expired certificate", "no encryption"])(
    "reports the database as unavailable if the server has %s",
    async (name) => {
      const url = name === "an expired certificate" ? verified(expired) : plain.url("sslmode=verify-full");
      const { changes, reads } = openPools({ connectionString: url }, log);
      const db = openPrisma(changes, "public");
      const works = [
        () => changes.query("SELECT"),
        () => db.pet.findMany(),
        () => db.$transaction((tx) => tx.pet.count()),
      ];
      for (const work of works) expect(await work().then(() => "no error", isDatabaseUnavailable)).toBe(true);
      await db.$disconnect();
      await Promise.all([changes.end(), reads.end()]);
    },
  );
});

const refusal = async (databaseUrl: string): Promise<string> => {
  const error = await open(databaseUrl).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(OperatorError);
  const { message } = error as OperatorError;
  expect(message).not.toContain("hunter2");
  return message.replace(/^The database "petstore" at ([a-z0-9.]+):[0-9]+, named by DATABASE_URL, /, "");
};

describe("openDatabase with a server whose TLS it cannot use", () => {
  it("names the remedy for a server that requires TLS if the address does not request it", async () => {
    expect(await refusal(demanding.url())).toBe(
      'does not admit connections of "petstore" without TLS (28000): add sslmode=verify-full to DATABASE_URL if the server demands TLS (docs/operations.md, TLS to PostgreSQL), or a rule for this user, database and address to its pg_hba.conf.',
    );
  });

  it("names the remedy for a server that offers no TLS", async () => {
    expect(await refusal(plain.url("sslmode=verify-full"))).toBe(
      "does not offer TLS, which the address requires (TLS_NOT_OFFERED): set ssl=on in the server's postgresql.conf, or leave sslmode out of DATABASE_URL.",
    );
  });

  it("names the remedy for a self-signed certificate", async () => {
    expect(await refusal(demanding.url("sslmode=verify-full"))).toBe(
      "has a certificate from an authority that this machine does not trust (DEPTH_ZERO_SELF_SIGNED_CERT): name the file of that authority's certificate in DATABASE_URL, as in ?sslmode=verify-full&sslrootcert=/etc/petstore/ca.pem (docs/operations.md, TLS to PostgreSQL).",
    );
  });

  it("names the remedy for a certificate of another host name", async () => {
    expect(await refusal(verified(demanding, "127.0.0.1"))).toBe(
      'has a certificate for a name other than "127.0.0.1" (ERR_TLS_CERT_ALTNAME_INVALID): use a name in DATABASE_URL that is in the certificate, or give the server a certificate for this name.',
    );
  });

  it("names the remedy for an expired certificate", async () => {
    expect(await refusal(verified(expired))).toBe(
      "has a certificate that is not valid today (CERT_HAS_EXPIRED): renew the server's certificate, or correct the clock of this machine.",
    );
  });

  it("names the remedy for a password that the server refuses over TLS", async () => {
    expect(await refusal(verified(demanding).replace("hunter2", "hunter3"))).toBe(
      'refuses the user "petstore" (28P01): correct the password in DATABASE_URL or the server\'s rules.',
    );
  });
});

describe("openDatabase with a DATABASE_URL that names a file for TLS", () => {
  it.each(["sslrootcert", "sslcert", "sslkey"])("names the file if %s does not exist", async (parameter) => {
    expect(await refusal(demanding.url(`sslmode=verify-full&${parameter}=/nowhere/file.pem`))).toBe(
      'DATABASE_URL names the file "/nowhere/file.pem", which cannot be read (ENOENT): correct sslrootcert, sslcert or sslkey, and make sure that this user may read their files.',
    );
  });

  it("names the file if it is not a certificate", async () => {
    const file = join(dirname(demanding.authorityFile), "text.pem");
    await writeFile(file, "text");
    expect(await refusal(`${verified(demanding)}&sslcert=${encodeURIComponent(file)}`)).toBe(
      "cannot agree on TLS with this client (ERR_OSSL_PEM_NO_START_LINE): make sure that sslrootcert, sslcert and sslkey name PEM files and that the server accepts the certificate (docs/operations.md, TLS to PostgreSQL).",
    );
  });
});

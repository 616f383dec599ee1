import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase, queryAsSuperuser, type TestDatabase } from "./support/test-database.js";

/** Encodes a message of PostgreSQL's protocol that asks for authentication. */
const authentication = (kind: number, text: string): Buffer => {
  const body = Buffer.from(text);
  const head = Buffer.alloc(9);
  head.write("R");
  head.writeInt32BE(8 + body.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, body]);
};

const SASL = 10;
const SASL_CONTINUE = 11;

/** Starts a server that asks every client to prove a password, as PostgreSQL does with scram-sha-256 in pg_hba.conf. */
const startScramServer = async () => {
  const server = createServer((socket) => {
    const answers = [authentication(SASL, "SCRAM-SHA-256\0\0"), authentication(SASL_CONTINUE, "r=x,s=eA==,i=4096")];
    socket.on("error", () => {});
    socket.on("data", () => socket.write(answers.shift() ?? ""));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

describe("a start on a database that an operator must repair", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const urlOf = (user: string, name = database.connection.database) =>
    `postgresql://${user}:hush@/${name}?host=${encodeURIComponent(database.connection.host)}`;
  /** Expects a single sentence on one line, without a stack trace or a password. */
  const expectSentence = async (url: string, sentence: RegExp, workers = "1") => {
    const service = startServiceProcess({ DATABASE_URL: url, LOG_LEVEL: "silent", WORKERS: workers });
    const code = await service.ended;
    expect({ code, ...service.output }).toEqual({ code: 78, stdout: "", stderr: expect.stringMatching(sentence) });
    expect(service.output.stderr).toMatch(/^[^\n]+\.\n$/);
    expect(service.output.stderr).not.toContain("hush");
  };

  it("reports an address that is not valid", () =>
    expectSentence(
      "postgresql://petstore:hush/x@[/petstore",
      /^DATABASE_URL is not the address of .*: it must look like/,
    ));

  it("names a database that does not exist", () =>
    expectSentence(
      urlOf("petstore", "nothing_here"),
      /does not exist \(3D000\): create it, or correct DATABASE_URL\./,
    ));

  it("names a user that PostgreSQL refuses", () =>
    expectSentence(urlOf("nobody"), /refuses the user "nobody" \(28000: role "nobody" does not exist\): correct /));

  it.each(["1", "2"])("names a user without rights, with WORKERS=%s", async (workers) => {
    const role = `without_rights_${database.connection.database}_${workers}`;
    await queryAsSuperuser(`CREATE ROLE ${role} LOGIN`);
    await expectSentence(
      urlOf(role),
      /denies the user "without_rights_\w+" permissions that the service needs \(42501: permission denied for table \w+\): make that user the owner of the database/,
      workers,
    );
    await queryAsSuperuser(`DROP ROLE ${role}`);
  });

  it.each(["1", "2"])(
    "names a database whose transactions are read-only by default, with WORKERS=%s",
    async (workers) => {
      const readOnly = await createTestDatabase();
      const { database: name } = readOnly.connection;
      await queryAsSuperuser(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await expectSentence(
        readOnly.url,
        /refuses changes \(25006: cannot execute INSERT in a read-only transaction\): RESET default_transaction_read_only of the database and of the user, or name the primary\./,
        workers,
      );
      await readOnly.drop();
    },
  );

  it("names a server without TLS", () =>
    expectSentence(
      `${database.url}&sslmode=verify-full`,
      /does not offer TLS, which the address requires \(TLS_NOT_OFFERED\): set ssl=on in the server/,
    ));

  it.each([
    ["sslmode=verify_full", "has sslmode=verify_full"],
    ["sslmode=VERIFY-FULL", "has sslmode=VERIFY-FULL"],
    ["sslmod=verify-full", 'has the parameter "sslmod"'],
  ])("names a mistyped parameter for TLS: %s", (parameter, what) =>
    expectSentence(
      `${database.url}&${parameter}`,
      new RegExp(`^DATABASE_URL ${what}, which does not exist: write sslmode=verify-full, or one of disable, `),
    ),
  );

  it("names a user whose password is missing", async () => {
    const server = await startScramServer();
    await expectSentence(
      `postgresql://clerk@127.0.0.1:${server.port}/petstore`,
      /^The database "petstore" at 127\.0\.0\.1:\d+, .* demands a password for the user "clerk" \(PASSWORD_MISSING\): add it to DATABASE_URL/,
    );
    server.close();
  });

  it("names the file of a certificate that does not exist", () =>
    expectSentence(
      `${database.url}&sslmode=verify-full&sslrootcert=/no/ca.pem`,
      /^DATABASE_URL names the file "\/no\/ca\.pem", which cannot be read \(ENOENT\): correct sslrootcert/,
    ));

  it("names a PostgreSQL that is too old", async () => {
    const old = await createTestDatabase();
    await old.pool.query("CREATE SCHEMA old");
    await old.pool.query("CREATE FUNCTION old.current_setting(text) RETURNS text RETURN '140022'");
    await expectSentence(
      `${old.url}&options=${encodeURIComponent("-c search_path=old,pg_catalog,public")}`,
      /^DATABASE_URL names PostgreSQL 14, but the service needs 15 or newer: upgrade the server, or name another one\./,
    );
    await old.drop();
  });

  it("names the migration of a newer version", async () => {
    const newer = await createTestDatabase();
    await newer.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_contract_all', now())`,
    );
    await expectSentence(
      newer.url,
      /migration "29990101000000_contract_all", which this version does not know: it was/,
    );
    await newer.drop();
  });
});

describe("a start without a usable Redis", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const startWith = (url: string) => startServiceProcess({ DATABASE_URL: database.url, REDIS_URL: url });
  const isFineWithout = async (service: ServiceProcess) => {
    expect((await fetch(`${await service.address()}/readyz`)).status).toBe(200);
    expect(await stopServiceProcess(service)).toBe(0);
    expect(service.output.stderr).toContain("Redis cannot be used");
  };

  it("starts and stops when Redis is unreachable, and logs no password", async () => {
    const service = startWith("redis://:hush@127.0.0.1:1");
    await isFineWithout(service);
    expect(service.output.stderr).not.toContain("hush");
  });

  it("starts and stops when Redis never answers", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as AddressInfo;
    await isFineWithout(startWith(`redis://127.0.0.1:${port}`));
    silent.close();
  });
});

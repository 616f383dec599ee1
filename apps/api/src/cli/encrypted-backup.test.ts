import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startS3Server } from "../../test/support/s3-server.js";
import { fillStore, readWholeStore } from "../../test/support/stores.js";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createTestShell } from "../../test/support/test-shell.js";
import { readStoreMark } from "./backup/backup-names.js";
import { encryptTo } from "./backup/recipients.js";

const PIECE_BYTES = 65_536;
let store: TestDatabase;
let run: ReturnType<typeof createTestShell>;
let folder: string;
let file: string;
/** Two people who can read the backups, and one who cannot. */
let keys: { readonly secret: string; readonly recipient: string }[];
const keyOf = (index: number) => keys[index] ?? { secret: "", recipient: "" };
const identity = (index: number) => join(folder, `key-${index}.txt`);

beforeAll(async () => {
  store = await createTestDatabase();
  await fillStore(store);
  run = createTestShell(store.url);
  keys = [];
  for (let index = 0; index < 3; index += 1) {
    const secret = await generateIdentity();
    keys.push({ secret, recipient: await identityToRecipient(secret) });
  }
});
afterAll(() => store.drop());
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  file = join(folder, "store.gz.age");
  for (const [index, { secret, recipient }] of keys.entries()) {
    await writeFile(identity(index), `# created: 2026-11-29T02:15:00Z\n# public key: ${recipient}\n\n${secret}\r\n`);
  }
});

const toBoth = () => ["--encrypt-to", keyOf(0).recipient, "--encrypt-to", keyOf(1).recipient];
const secretsIn = (text: string) => keys.filter(({ secret }) => text.includes(secret.slice("AGE-SECRET-KEY-1".length)));

describe("petstore backup --encrypt-to", () => {
  it("writes a backup that each owner of a key can restore into an equal store, and others cannot read", async () => {
    const { code, stdout, stderr } = await run(["backup", file, ...toBoth(), "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const bytes = await readFile(file);
    expect(JSON.parse(stdout)).toMatchObject({ file, bytes: bytes.length });
    expect(bytes.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n(?:-> X25519 .*\n.*\n){2}--- /);
    const target = await createTestDatabase("template1");
    onTestFinished(() => target.drop());
    const restored = await createTestShell(target.url)(["restore", file, "--identity", identity(1)]);
    expect([restored.code, restored.stderr]).toEqual([0, ""]);
    const [original, copy] = [await readWholeStore(store), await readWholeStore(target)];
    expect([copy["pet"], copy["store_order"], copy["media_chunk"]]).toEqual([
      original["pet"],
      original["store_order"],
      original["media_chunk"],
    ]);
    const verified = await run(["restore", "--dry-run", file, "--identity", identity(0)]);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^The backup is complete: /)]);
  });

  it("can verify it by a restore, with the identity", async () => {
    // Another test counts the scratch stores in the folder that all tests share.
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const args = ["backup", "--to", folder, ...toBoth(), "--verify", "--identity", identity(0), "--json"];
    const { code, stdout, stderr } = await run(args);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ isVerified: true });
    const { file: written } = JSON.parse(stdout) as { file: string };
    const again = await run(["restore", "--verify", written, "--identity", identity(1)]);
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/and equals it: /)]);
  });

  it("keeps the backup when the identity cannot verify it", async () => {
    const args = ["backup", "--to", folder, ...toBoth(), "--keep", "1d", "--verify", "--identity", identity(2)];
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^No secret key in the file of --identity opens /)]);
    expect((await readdir(folder)).filter((name) => name.endsWith(".gz.age"))).toHaveLength(1);
  });

  it("names the file .gz.age, and retention counts both forms as backups of one store", async () => {
    const mark = await readStoreMark(store.pool);
    const names = ["20261120T021500Z.gz", "20261121T021500Z.gz.age", "20261121T031500Z.gz", "20261122T021500Z.gz.age"];
    for (const name of names) await writeFile(join(folder, `petstore-${mark}-${name}`), "");
    const { code, stdout } = await run(["backup", "--to", folder, "--keep", "3d", ...toBoth(), "--json"]);
    const { file: written, removed } = JSON.parse(stdout) as { file: string; removed: string[] };
    expect([code, written, removed.toSorted()]).toEqual([
      0,
      expect.stringMatching(/\/petstore-[0-9a-f]{8}-\d{8}T\d{6}Z\.gz\.age$/),
      names.slice(0, 2).map((name) => `petstore-${mark}-${name}`),
    ]);
  });

  it("uploads it to a bucket, from where it is restored", async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const env = { BACKUP_AWS_ACCESS_KEY_ID: "AKIDTEST", BACKUP_AWS_SECRET_ACCESS_KEY: "secretsecretsecret" };
    const query = `?endpoint=${s3.endpoint}`;
    const { stdout } = await run(["backup", "--to", `s3://backups/crypt${query}`, ...toBoth(), "--json"], { env });
    const { file: written } = JSON.parse(stdout) as { file: string };
    const verify = ["restore", "--dry-run", `${written}${query}`];
    expect((await run([...verify, "--identity", identity(0)], { env })).code).toBe(0);
    expect(await run(verify, { env })).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The backup is encr/) });
  });

  it("refuses a bad key with its number and what is wrong, and writes nothing", async () => {
    const good = keyOf(0).recipient;
    const problems = [
      [keyOf(1).secret, "it must begin with age1"],
      [`${good.slice(0, 9)}b${good.slice(10)}`, "its character 10 cannot be in one"],
      [good.slice(0, -1), "a character differs or is missing, or its key needs a plugin"],
    ] as const;
    for (const [key, problem] of problems) {
      const { code, stderr } = await run(["backup", file, "--encrypt-to", good, "--encrypt-to", key]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`error: option '--encrypt-to' number 2 is not a public key of age: ${problem}\n`),
      ]);
      expect(secretsIn(stderr)).toEqual([]);
    }
    expect(await readdir(folder)).toEqual(["key-0.txt", "key-1.txt", "key-2.txt"]);
  });

  it.each([
    [["--verify"], "option '--verify' needs '--identity' to read an encrypted backup"],
    [["--identity", "key.txt"], "option '--identity' needs '--verify'"],
  ])("refuses %j", async (args, problem) => {
    const { code, stderr } = await run(["backup", "--to", folder, ...toBoth(), ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });
});

describe("petstore restore --identity", () => {
  beforeEach(async () => {
    await run(["backup", file, ...toBoth()]);
  });

  it("is asked for in one sentence, and a key of somebody else is refused in one", async () => {
    for (const mode of ["--dry-run", "--verify"]) {
      expect(await run(["restore", mode, file])).toMatchObject({
        code: 1,
        stderr: "The backup is encrypted: give the file with its secret key as --identity.\n",
      });
      expect(await run(["restore", mode, file, "--identity", identity(2)])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^No secret key in the file of --identity opens this backup: name .*\n$/),
      });
    }
  });

  it("finds a byte that changed anywhere, and a missing end", async () => {
    const bytes = await readFile(file);
    const head = bytes.indexOf("\n--- ") + 10;
    for (const at of [head, head + 40, head + 60, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      await writeFile(file, altered);
      const { code, stderr } = await run(["restore", "--dry-run", file, "--identity", identity(0)]);
      expect([at, code, stderr]).toEqual([
        at,
        1,
        "The backup is cut off or altered (a part of it cannot be decrypted): restore another one.\n",
      ]);
    }
    await writeFile(file, bytes.subarray(0, -500));
    expect((await run(["restore", "--dry-run", file, "--identity", identity(0)])).stderr).toMatch(
      /^The backup is cut /,
    );
  });

  it("still checks the backup inside, whose encryption may be that of another program", async () => {
    const encrypt = (content: Uint8Array) => {
      const chunks: Uint8Array[] = [];
      const keep = (chunk: Uint8Array) => Promise.resolve(void chunks.push(chunk));
      return encryptTo([keyOf(0).recipient], keep, (write) => write(content)).then(() => Buffer.concat(chunks));
    };
    const plain = join(folder, "store.gz");
    await run(["backup", plain]);
    const content = await readFile(plain);
    const verify = ["restore", "--dry-run", file, "--identity", identity(0)];
    await writeFile(file, await encrypt(content));
    expect((await run(verify)).code).toBe(0);
    await writeFile(file, await encrypt(content.subarray(0, -10)));
    expect((await run(verify)).stderr).toMatch(/^The backup is cut off or altered \(its end is missing\)/);
    await writeFile(file, await encrypt(Buffer.from("name,species\n")));
    expect((await run(verify)).stderr).toMatch(/^The file is not a backup of Pet Store: /);
    // A command on a clock gives the identity for older backups, too.
    expect((await run(["restore", "--dry-run", plain, "--identity", identity(0)])).code).toBe(0);
  });

  it("names the line of a file that is no file of keys, and never prints a key", async () => {
    const bad = join(folder, "bad.txt");
    const { secret } = keyOf(0);
    const outcomes = [];
    for (const text of [`# a comment\n${secret.slice(0, -1)}\n`, "# a comment\n", `${secret}\n${keyOf(1).recipient}`]) {
      await writeFile(bad, text);
      outcomes.push((await run(["restore", "--dry-run", file, "--identity", bad])).stderr);
    }
    const sentence = (problem: string) =>
      `"${bad}" is not a file of secret keys (${problem}): name one that age-keygen wrote.\n`;
    expect(outcomes).toEqual(
      ["line 2 has no secret key", "it has no secret key", "line 2 has no secret key"].map(sentence),
    );
    expect(secretsIn(outcomes.join(""))).toEqual([]);
    const { stderr } = await run(["restore", "--dry-run", file, "--identity", join(folder, "none.txt")]);
    expect(stderr).toMatch(/^Cannot read "\S+none\.txt": the file does not exist; /);
  });
});

describe("encryptTo", () => {
  it("waits for a slow target, so it never holds more than a few pieces", async () => {
    let given = 0;
    let taken = 0;
    let most = 0;
    await encryptTo(
      [keyOf(0).recipient],
      async (chunk) => {
        await new Promise((resolve) => setImmediate(resolve));
        taken += chunk.length;
      },
      async (write) => {
        for (; given < 100 * PIECE_BYTES; given += PIECE_BYTES) {
          await write(new Uint8Array(PIECE_BYTES));
          most = Math.max(most, given - taken);
        }
      },
    );
    expect(most).toBeLessThan(10 * PIECE_BYTES);
    expect(taken).toBeGreaterThan(given);
  });

  it("throws the error of the side that failed, after both have ended", async () => {
    const noSpace = new Error("no space");
    const noStore = new Error("no store");
    let isEnded = false;
    const produce = async (write: (chunk: Uint8Array) => Promise<void>) => {
      try {
        for (let pieces = 0; pieces < 100; pieces += 1) await write(new Uint8Array(PIECE_BYTES));
      } finally {
        await new Promise((resolve) => setImmediate(resolve));
        isEnded = true;
      }
    };
    const recipients = [keyOf(0).recipient];
    await expect(encryptTo(recipients, () => Promise.reject(noSpace), produce)).rejects.toBe(noSpace);
    expect(isEnded).toBe(true);
    await expect(
      encryptTo(
        recipients,
        async () => {},
        () => Promise.reject(noStore),
      ),
    ).rejects.toBe(noStore);
  });
});

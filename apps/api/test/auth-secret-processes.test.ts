import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";
import { createTestDatabase } from "./support/test-database.js";
import { chooseByLink } from "./support/choose-by-link.js";
import { createTestShell } from "./support/test-shell.js";

const [email, password] = ["ann@petstore.test", "violet anchor 42 drum"];

it("all workers use DATA_DIR/auth-secret, so that a session survives a restart", {
  timeout: 240_000,
}, async () => {
  const [database, dataDir] = await Promise.all([createTestDatabase(), makeTemporaryFolder()]);
  const create = ["accounts", "create", "--email", email, "--role", "owner"];
  const { stdout } = await createTestShell(database.url)(create);
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, AUTH_SECRET: "", WORKERS: "2" };
  const first = startServiceProcess(env);
  const origin = await first.address();
  expect((await chooseByLink(origin, stdout, password)).status).toBe(200);
  const signIn = await fetch(`${origin}/auth/sign-in/email`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((field) => field.slice(0, field.indexOf(";")))
    .join("; ");
  /** Each request opens a connection, and the workers accept connections in turn. */
  const sessions = async (at: string) => {
    const found = [];
    for (let count = 0; count < 6; count += 1) {
      const answer = await fetch(`${at}/auth/get-session`, { headers: { cookie, connection: "close" } });
      found.push(((await answer.json()) as { user: { email: string } } | null)?.user.email);
    }
    return found;
  };
  expect(await sessions(origin)).toEqual(Array.from({ length: 6 }, () => email));
  expect(await stopServiceProcess(first)).toBe(0);
  const path = join(dataDir, "auth-secret");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(first.output.stderr + first.output.stdout).not.toContain((await readFile(path, "utf8")).trim());

  const second = startServiceProcess(env);
  expect(await sessions(await second.address())).toEqual(Array.from({ length: 6 }, () => email));
  await stopServiceProcess(second);
  await Promise.all([database.drop(), rm(dataDir, { recursive: true })]);
});

it("a start prints one sentence and exits when the secret cannot be stored", async () => {
  const database = await createTestDatabase();
  const service = startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: "/dev/null/data", AUTH_SECRET: "" });
  expect(await service.ended).toBe(78);
  expect(service.output.stderr).toMatch(
    /The secret that signs cookies cannot be stored in \/dev\/null\/data\/auth-secret \(.*\): set AUTH_SECRET\.\n$/,
  );
  await database.drop();
});

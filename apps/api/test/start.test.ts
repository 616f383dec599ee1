import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  credentialsPathOf,
  keyOf,
  linkOf,
  type ServiceProcess,
  startServiceProcess,
  stopServiceProcess,
} from "./support/service-process.js";
import { chooseByLink } from "./support/choose-by-link.js";
import { createTestDatabase, inThisDatabase } from "./support/test-database.js";

const secrets = /pets_live_[0-9A-Za-z]|[a-z2-9]{4}(-[a-z2-9]{4}){6}/;
const keyInShell = (path: string) => `$(sed -n 's/^Key *//p' '${path}')`;
const get = (url: string, key: string) => fetch(url, { headers: { authorization: `Bearer ${key}` } });

describe("the first start on the private PostgreSQL", () => {
  let folder: string;
  let service: ServiceProcess;
  let address: string;
  let log = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "petstore start "));
    service = startServiceProcess({ DATA_DIR: join(folder, "data") });
    address = await service.address();
  });
  afterAll(async () => {
    await stopServiceProcess(service);
    await rm(folder, { recursive: true });
  });

  it("prints the URLs, the owner and the path of the key to standard output", () => {
    const path = join(folder, "data", "first-start.txt");
    const lines = service.output.stdout.split("\n").map((line) => line.trim());
    expect(lines).toEqual([
      ...["", "Pet Store is running.", "", `API       ${address}/v1`, `Document  ${address}/v1/openapi.json`],
      expect.stringMatching(/^Version {3}\d+\.\d+\.\d+(?:-next)? \((?:commit [0-9a-f]{12}, )?schema \d{14}\)$/),
      expect.stringMatching(/^Store {5}private, in .*data \(PostgreSQL 18\.\d+\)$/),
      ...["Owner     owner@petstore.internal", `Secrets   ${path}`],
      "(the key, scope admin, and the link to choose a password; use them, then delete it)",
      ...["", "25 sample pets are in the store."],
      ...["Try:", "", `curl -H "Authorization: Bearer ${keyInShell(path)}" "${address}/v1/pets?limit=3"`, "", ""],
    ]);
  });

  it("writes the key and the invitation to a file with mode 600, and not to a pipe", async () => {
    const path = credentialsPathOf(service) ?? "";
    expect(await readFile(path, "utf8")).toMatch(
      /^Key {7}pets_live_[0-9A-Za-z]{38}\nOwner {5}owner@petstore\.internal\nSign in {3}http:\S+\/invitation#\S+\n {10}\(chooses the password, once, before \S+Z\)\n$/,
    );
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(service.output.stdout).not.toMatch(secrets);
  });

  it("prints a curl command that works", async () => {
    const [line = ""] = /^ *curl .*$/m.exec(service.output.stdout) ?? [];
    const { stdout } = spawnSync("sh", ["-c", line.replace("curl", "printf '%s\\n'")], { encoding: "utf8" });
    const [, key = "", url = ""] = /Bearer (\S+)\n(\S+)/.exec(stdout) ?? [];
    const answer = await get(url, key);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveLength(3);
  });

  it("creates an owner who chooses a password with the link, signs in and owns the key", async () => {
    expect(linkOf(service)).toMatch(new RegExp(`^${address}/invitation#`));
    const password = "violet anchor 42 drum";
    expect((await chooseByLink(address, linkOf(service), password)).status).toBe(200);
    const signIn = await fetch(`${address}/auth/sign-in/email`, {
      method: "POST",
      headers: { origin: address, "content-type": "application/json" },
      body: JSON.stringify({ email: "owner@petstore.internal", password }),
    });
    expect(signIn.status).toBe(200);
    expect(await signIn.json()).toMatchObject({ user: { id: 1, role: "owner" } });
    const [key] = (await (await get(`${address}/v1/api-keys`, keyOf(service))).json()) as object[];
    expect(key).toMatchObject({ name: "First key", scope: "admin", createdBy: { id: 1, name: "Owner" } });
  });

  it("writes audit events", async () => {
    const events = async (search = "") =>
      (await (await get(`${address}/v1/audit-events${search}`, keyOf(service))).json()) as { action: string }[];
    const actor = { kind: "system", id: null, name: "first start" };
    const own = (await events()).filter(({ action }) => /^(?:account|api_key)\./.test(action));
    expect(own.filter(({ action }) => action !== "account.sign_in")).toMatchObject([
      { action: "account.set_password", actor: { kind: "account", id: 1 } },
      { action: "api_key.create", actor },
      { action: "account.create", actor },
    ]);
    const imported = { actor, after: { source: "sample", imported: 25 } };
    expect(await events("?action=catalogue.import")).toMatchObject([imported]);
  });

  it("loads the sample catalogue once, and a later start creates nothing", async () => {
    const key = keyOf(service);
    const count = async () => ((await (await get(`${address}/v1/pets?limit=100`, key)).json()) as unknown[]).length;
    expect(await count()).toBe(25);
    expect(await stopServiceProcess(service)).toBe(0);
    log = service.output.stderr;
    service = startServiceProcess({ DATA_DIR: join(folder, "data") });
    address = await service.address();
    expect(await count()).toBe(25);
    expect(credentialsPathOf(service)).toBeUndefined();
    expect(service.output.stdout).toContain("petstore keys create");
  });

  it("writes neither the key nor the invitation to the log", () => {
    expect(log + service.output.stderr).not.toMatch(secrets);
  });
});

describe("a start that fails", () => {
  const refusal = async (env: Record<string, string>) => {
    const service = startServiceProcess(env);
    const code = await service.ended;
    return { code, ...service.output };
  };

  it("names every invalid variable and exits with 78", async () => {
    expect(await refusal({ PORT: "http", ENVIRONMENT: "dev", LOG_LEVEL: "loud" })).toEqual({
      code: 78,
      stdout: "",
      stderr: [
        "The environment is not valid (.env.example describes it):",
        "  ENVIRONMENT must be production or staging",
        "  PORT must be an integer from 0 to 65535 (0 takes any free port)",
        "  LOG_LEVEL must be trace, debug, info, warn, error or silent",
        "",
      ].join("\n"),
    });
  });

  it("names WSL 2 on Windows, and starts nothing", () => {
    const asWindows = 'data:text/javascript,Object.defineProperty(process, "platform", { value: "win32" })';
    const script = fileURLToPath(new URL("../scripts/start.mjs", import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", asWindows, script], {
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "Pet Store starts on Linux and macOS, and this is Windows: start it in WSL 2 (https://learn.microsoft.com/windows/wsl/install).\n",
    );
  });
});

describe("SIGTERM", () => {
  it("answers the request in flight, closes idle connections and exits with 0", async () => {
    const database = await createTestDatabase();
    const service = startServiceProcess({ DATABASE_URL: database.url });
    const address = await service.address();
    const key = keyOf(service);
    // This leaves an idle connection and a cached key. The next request asks for a different page, because a cached
    // page would not have to wait for a lock.
    await get(`${address}/v1/pets?limit=1`, key);
    const holder = await database.pool.connect();
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE pet IN ACCESS EXCLUSIVE MODE");
    const waiting = get(`${address}/v1/pets`, key);
    await expect
      .poll(
        async () =>
          (await database.pool.query(`SELECT FROM pg_locks WHERE NOT granted AND ${inThisDatabase}`)).rowCount,
      )
      .toBeGreaterThan(0);
    service.child.kill("SIGTERM");
    await expect.poll(() => service.output.stderr).toContain("SIGTERM");
    await holder.query("COMMIT");
    holder.release();
    expect((await waiting).status).toBe(200);
    expect(await service.ended).toBe(0);
    await database.drop();
  });
});

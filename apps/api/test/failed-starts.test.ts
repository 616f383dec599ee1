import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mainPath, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { createTestDatabase } from "./support/test-database.js";

describe("a start that fails", () => {
  const refusal = async (env: Record<string, string>) => {
    const service = startServiceProcess(env);
    const code = await service.ended;
    return { code, ...service.output };
  };

  it("reports a port in use in one sentence and exits with 1", async () => {
    const database = await createTestDatabase();
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await refusal({
      ...{ DATABASE_URL: database.url, PORT: String(port), LOG_LEVEL: "silent" },
    });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop the program that listens there, or set PORT to another one (PORT=0 takes any free port).\n`,
    );
    const { rows } = await database.pool.query("SELECT count(*)::int AS keys FROM api_key");
    expect(rows).toEqual([{ keys: 0 }]);
    other.close();
    await database.drop();
  });

  it("reports an AUTH_SECRET that is not the one of the store, and exits with 78", async () => {
    const database = await createTestDatabase();
    const first = startServiceProcess({ DATABASE_URL: database.url });
    await first.address();
    await stopServiceProcess(first);
    const other = { DATABASE_URL: database.url, AUTH_SECRET: "another secret of a replica, of 40 letters" };
    const { code, stdout, stderr } = await refusal({ ...other, LOG_LEVEL: "silent" });
    expect([code, stdout]).toEqual([78, ""]);
    expect(stderr).toBe(
      "AUTH_SECRET is not the secret that this store is used with: set AUTH_SECRET to that of the other replicas, or of the original if the store is a copy; if you want to replace it, run `petstore settings forget AUTH_SECRET` first.\n",
    );
    await database.drop();
  });

  it("reports that DATA_DIR is not a folder, and exits with 78", async () => {
    const folder = await mkdtemp(join(tmpdir(), "petstore-start-"));
    await writeFile(join(folder, "file"), "");
    const { code, stderr } = await refusal({ DATA_DIR: join(folder, "file"), LOG_LEVEL: "silent" });
    expect(code).toBe(78);
    expect(stderr).toMatch(/^DATA_DIR ".*file" cannot be used .*\n$/);
    await rm(folder, { recursive: true });
  });

  it("reports a DATA_DIR that cannot hold files, and exits with 78", async () => {
    const { code, stderr } = await refusal({ DATA_DIR: "/proc", LOG_LEVEL: "silent" });
    expect([code, stderr]).toEqual([
      78,
      expect.stringMatching(/^DATA_DIR "\/proc" cannot be used \(\w+\): it must be a folder [^\n]+\n$/),
    ]);
  });

  it("reports that too few files may be open, and exits with 78", () => {
    const script = `ulimit -n 64; exec "$0" "$1"`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, mainPath], {
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([
      78,
      "",
      "Pet Store needs at least 512 open files, and this process may open 64: raise the limit (ulimit -n, LimitNOFILE of systemd, or --ulimit of a container).\n",
    ]);
  });

  it("refuses a WEB_DIR without index.html and exits with 78", async () => {
    const folder = await mkdtemp(join(tmpdir(), "petstore-start-"));
    const { code, stderr } = await refusal({ WEB_DIR: folder });
    expect([code, stderr]).toEqual([
      78,
      "The environment is not valid (.env.example describes it):\n" +
        "  WEB_DIR must be a folder that contains index.html, such as apps/web/dist after a build, or none\n",
    ]);
    await rm(folder, { recursive: true });
  });

  it("opens no store in production if none is named, and exits with 78", async () => {
    const folder = await mkdtemp(join(tmpdir(), "petstore-start-"));
    const dataDir = join(folder, "data");
    const { code, stdout, stderr } = await refusal({ NODE_ENV: "production", DATA_DIR: dataDir });
    expect([code, stdout]).toEqual([78, ""]);
    expect(stderr).toContain("  DATABASE_URL must be set if NODE_ENV is production: an address such as ");
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it("opens no store if .env is a folder, and exits with 78", async () => {
    const folder = await mkdtemp(join(tmpdir(), "petstore-start-"));
    await mkdir(join(folder, ".env"));
    const service = startServiceProcess({ DATA_DIR: join(folder, "data") }, folder);
    expect([await service.ended, service.output.stdout, service.output.stderr]).toEqual([
      78,
      "",
      `${join(folder, ".env")} cannot be read (EISDIR): make it a file that the user of the service may read, or remove it.\n`,
    ]);
    expect(await readdir(folder)).toEqual([".env"]);
    await rm(folder, { recursive: true });
  });

  it("opens no store if .env has a line that does not set a variable, and exits with 78", async () => {
    const folder = await mkdtemp(join(tmpdir(), "petstore-start-"));
    await writeFile(join(folder, ".env"), "DATABASE_URL: postgresql://user:secret@host/name\n");
    const service = startServiceProcess({ DATA_DIR: join(folder, "data") }, folder);
    expect([await service.ended, service.output.stdout]).toEqual([78, ""]);
    expect(service.output.stderr).toBe(
      `${join(folder, ".env")} has a line that does not set a variable (line 1): write it as NAME=value, or begin it with # if it is a comment.\n`,
    );
    expect(await readdir(folder)).toEqual([".env"]);
    await rm(folder, { recursive: true });
  });

  it("reads .env in the working folder; the environment takes precedence", async () => {
    const folder = await mkdtemp(join(tmpdir(), "petstore-start-"));
    await writeFile(join(folder, ".env"), "PORT=from-the-file\nENVIRONMENT=from-the-file\n");
    const service = startServiceProcess({ PORT: "80x" }, folder);
    await service.ended;
    expect(service.output.stderr).toContain("ENVIRONMENT must be");
    expect(service.output.stderr).toContain("PORT must be");
    await rm(folder, { recursive: true });
  });
});

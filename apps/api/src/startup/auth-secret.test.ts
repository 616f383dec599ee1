import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { openAuthSecret } from "./auth-secret.js";
import { OperatorError } from "../config/operator-error.js";

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  dataDir = join(folder, "data");
});
afterEach(() => rm(folder, { recursive: true }));

const open = (authSecret?: string) => openAuthSecret({ authSecret, dataDir });
const path = () => join(dataDir, "auth-secret");

describe("openAuthSecret", () => {
  it("returns AUTH_SECRET if it is set, and creates no file", async () => {
    expect(await open("given")).toBe("given");
    expect(await readdir(folder)).toEqual([]);
  });

  it("creates one private file for concurrent processes", async () => {
    const secrets = new Set(await Promise.all(Array.from({ length: 20 }, () => open())));
    expect(secrets.size).toBe(1);
    const [secret = ""] = secrets;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(["auth-secret"]);
    expect(await open()).toBe(secret);
    expect(await readFile(path(), "utf8")).toBe(`${secret}\n`);
  });

  it("refuses a file that all users can read or whose secret is too short", async () => {
    await open();
    await chmod(path(), 0o644);
    await expect(open()).rejects.toThrow("can be read by every user of this machine: run chmod 600 on it");
    await writeFile(path(), "short\n");
    await chmod(path(), 0o600);
    await expect(open()).rejects.toThrow("must contain at least 32 characters");
  });

  it("throws an OperatorError that names AUTH_SECRET if it cannot create the folder", async () => {
    await writeFile(dataDir, "no folder");
    const attempt = open();
    await expect(attempt).rejects.toBeInstanceOf(OperatorError);
    await expect(attempt).rejects.toThrow("set AUTH_SECRET");
  });
});

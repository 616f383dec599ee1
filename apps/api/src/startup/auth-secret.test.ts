import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../test/support/temporary-folder.js";
import { openAuthSecret } from "./auth-secret.js";
import { OperatorError } from "../database/operator-error.js";

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  dataDir = join(folder, "data");
});
afterEach(() => rm(folder, { recursive: true }));

const open = (authSecret?: string) => openAuthSecret({ authSecret, dataDir });
const path = () => join(dataDir, "auth-secret");

describe("the secret that signs cookies", () => {
  it("is AUTH_SECRET where that is set, and no file is made", async () => {
    expect(await open("given")).toBe("given");
    expect(await readdir(folder)).toEqual([]);
  });

  it("is made once, in a file for its owner alone, and is the same for all who start at once", async () => {
    const secrets = new Set(await Promise.all(Array.from({ length: 20 }, () => open())));
    expect(secrets.size).toBe(1);
    const [secret = ""] = secrets;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(["auth-secret"]);
    expect(await open()).toBe(secret);
    expect(await readFile(path(), "utf8")).toBe(`${secret}\n`);
  });

  it("is refused in a file that everybody can read, or that is too short", async () => {
    await open();
    await chmod(path(), 0o644);
    await expect(open()).rejects.toThrow("can be read by every user of this machine: run chmod 600 on it");
    await writeFile(path(), "short\n");
    await chmod(path(), 0o600);
    await expect(open()).rejects.toThrow("must hold at least 32 characters");
  });

  it("cannot be kept where no folder can be made, and the error says what to set", async () => {
    await writeFile(dataDir, "no folder");
    const attempt = open();
    await expect(attempt).rejects.toBeInstanceOf(OperatorError);
    await expect(attempt).rejects.toThrow("set AUTH_SECRET");
  });
});

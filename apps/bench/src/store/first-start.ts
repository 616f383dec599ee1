import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleanup } from "../cleanup.js";
import { ownEnv } from "../servers/own-env.js";
import { startServer } from "../servers/server-process.js";
import { commandOf, type Server } from "../servers/servers.js";

/** What the first start on an empty database writes to a file. */
export type FirstStart = { readonly key: string; readonly email: string; readonly password: string };

/** The service creates its schema, its key and its owner. */
export const runFirstStart = async (databaseUrl: string, own: Server, cleanup: Cleanup): Promise<FirstStart> => {
  // Without a terminal the first start writes its secrets to a file there.
  const dataDir = await mkdtemp(join(tmpdir(), "petstore-bench-"));
  const env = { ...ownEnv(databaseUrl), DATA_DIR: dataDir };
  const service = await startServer(commandOf(own), env, cleanup);
  const [, path = ""] = /^ *Secrets +(.*)$/m.exec(service.output()) ?? [];
  const text = await readFile(path, "utf8");
  await service.stop();
  await rm(dataDir, { recursive: true });
  const values = new Map(Array.from(text.matchAll(/^(\w+) +(\S+)$/gm), ([, name, value]) => [name, value]));
  const [key, email, password] = ["Key", "Owner", "Password"].map((name) => values.get(name));
  if (key === undefined || email === undefined || password === undefined) {
    throw new Error(`The first start of the service wrote no key and no owner to "${path}".`);
  }
  return { key, email, password };
};

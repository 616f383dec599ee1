import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleanup } from "../cleanup.js";
import { ownEnv } from "../servers/own-env.js";
import { startServer } from "../servers/server-process.js";
import { commandOf, type Server } from "../servers/servers.js";

const password = "violet anchor 42 drum";

/** What the first start on an empty database writes to a file, and the password that the owner has chosen. */
export type FirstStart = { readonly key: string; readonly email: string; readonly password: string };

const acceptInvitation = async (link: string): Promise<void> => {
  const { origin, hash } = new URL(link);
  const response = await fetch(`${origin}/auth/invitation/accept`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ code: hash.slice(1), password }),
  });
  if (!response.ok)
    throw new Error(`The owner could not choose a password: ${response.status} ${await response.text()}`);
};

/** The service creates its schema, its key and its owner. */
export const runFirstStart = async (databaseUrl: string, own: Server, cleanup: Cleanup): Promise<FirstStart> => {
  // Without a terminal the first start writes its secrets to a file there.
  const dataDir = await mkdtemp(join(tmpdir(), "petstore-bench-"));
  const env = { ...ownEnv(databaseUrl), DATA_DIR: dataDir };
  const service = await startServer(commandOf(own), env, cleanup);
  const [, path = ""] = /^ *Secrets +(.*)$/m.exec(service.output()) ?? [];
  const text = await readFile(path, "utf8");
  const values = new Map(
    Array.from(text.matchAll(/^(Key|Owner|Sign in) +(\S+)$/gm), ([, name, value]) => [name, value]),
  );
  const [key, email, link] = ["Key", "Owner", "Sign in"].map((name) => values.get(name));
  if (key === undefined || email === undefined || link === undefined) {
    throw new Error(`The first start of the service wrote no key and no owner to "${path}".`);
  }
  await acceptInvitation(link);
  await service.stop();
  await rm(dataDir, { recursive: true });
  return { key, email, password };
};

import { readFile } from "node:fs/promises";
import type { Cleanup } from "../cleanup.js";
import { startServer } from "../servers/server-process.js";
import { commandOf, type Server, thisService } from "../servers/servers.js";

const password = "violet anchor 42 drum";

/** What the first start on an empty database writes to a file, and the password that was chosen for the owner. */
export type FirstStart = { readonly key: string; readonly email: string; readonly password: string };

/**
 * Posts to `/auth` as a page of the service would, because `/auth` accepts no other requests.
 * @throws Error if the request does not succeed.
 */
const postAuth = async (origin: string, path: string, body: object): Promise<Response> => {
  const response = await fetch(`${origin}/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The response to /auth/${path} was ${response.status}: ${await response.text()}`);
  return response;
};

/** @returns The response, which contains the cookies of the session. */
export const signIn = (origin: string, { email, password: chosen }: FirstStart): Promise<Response> =>
  postAuth(origin, "sign-in/email", { email, password: chosen });

/** Starts the service, which creates its schema, its key and its owner. */
export const runFirstStart = async (
  env: Readonly<Record<string, string>>,
  cleanup: Cleanup,
  server: Server = thisService,
): Promise<FirstStart> => {
  const service = await startServer(commandOf(server), env, cleanup);
  const [, path = ""] = /^ *Secrets +(.*)$/m.exec(service.output()) ?? [];
  const text = await readFile(path, "utf8");
  const values = new Map(
    Array.from(text.matchAll(/^(Key|Owner|Sign in) +(\S+)$/gm), ([, name, value]) => [name, value]),
  );
  const [key, email, link] = ["Key", "Owner", "Sign in"].map((name) => values.get(name));
  if (key === undefined || email === undefined || link === undefined) {
    throw new Error(`The first start of the service wrote no key and no owner to "${path}".`);
  }
  const { origin, hash } = new URL(link);
  await postAuth(origin, "invitation/accept", { code: hash.slice(1), password });
  await service.stop();
  return { key, email, password };
};

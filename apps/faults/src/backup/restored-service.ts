import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { environmentOf, type Store } from "./petstore-command.js";

export type Credentials = { readonly key: string; readonly email: string; readonly password: string };

const withService = async <Result>(
  api: string,
  store: Partial<Store>,
  use: (address: string) => Promise<Result>,
): Promise<Result> => {
  const child = spawn(process.execPath, [join(api, "dist/main.js")], {
    env: { ...environmentOf(store), WEB_DIR: "none", DOCS_DIR: "none", LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "exit");
  const address = new Promise<string>((resolve, reject) => {
    const look = (text: string) => {
      output += text;
      const found = /API +(http:\S+)\/v1/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding("utf8").on("data", look);
    child.stderr.setEncoding("utf8").on("data", look);
    void ended.then(() => reject(new Error(`the service ended: ${output}`)));
  });
  try {
    return await use(await address);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
};

const password = "violet anchor 42 drum";

const post = (address: string, path: string, body: object) =>
  fetch(`${address}/auth/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: address },
    body: JSON.stringify(body),
  });

/** The first start of a store, which creates an owner, who chooses a password, and a key. */
export const firstStart = (api: string, dataDir: string): Promise<Credentials> =>
  withService(api, { DATA_DIR: dataDir }, async (address) => {
    const text = await readFile(join(dataDir, "first-start.txt"), "utf8");
    const field = (name: string) => new RegExp(`^${name} +(\\S+)$`, "m").exec(text)?.[1] ?? "";
    const [, code] = field("Sign in").split("#");
    const { status } = await post(address, "invitation/accept", { code, password });
    if (status !== 200) throw new Error(`the owner could not choose a password: ${status}`);
    return { key: field("Key"), email: field("Owner"), password };
  });

/** @returns the statuses of a request with the key, and of a sign-in with the password */
export const tryCredentials = (api: string, store: Partial<Store>, { key, email, password }: Credentials) =>
  withService(api, store, async (address) => {
    const pets = await fetch(`${address}/v1/pets?limit=1`, { headers: { Authorization: `Bearer ${key}` } });
    const signIn = await post(address, "sign-in/email", { email, password });
    return { key: pets.status, signIn: signIn.status };
  });

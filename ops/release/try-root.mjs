// Tries an image root: starts the service in it twice, in namespaces of its own, and creates and reads a pet.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const START_MS = 120_000;

/** /proc and /dev/shm are mounted in the namespace only. */
const enter = `mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/dev/shm" && root="$1" && shift &&
  exec chroot --userspec="$1" "$root" /bin/sh -c 'cd /app && exec "$@"' sh "\${@:2}"`;

const start = (root, { user, group, env, command }) => {
  const settings = [...env, "HOST=127.0.0.1", "PORT=0", "METRICS_HOST=127.0.0.1", "DATABASE_URL=private"];
  const inRoot = ["env", "-i", "PATH=/usr/local/bin:/usr/bin:/bin", ...settings, ...command];
  const shell = ["bash", "-c", enter, "bash", root, `${user}:${group}`, ...inRoot];
  const service = spawn("unshare", ["--mount", "--pid", "--fork", ...shell], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const ended = new Promise((resolve) => service.once("close", resolve));
  /** unshare ignores signals while its child runs, so the child gets them. */
  const stop = async () => {
    const child = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, "utf8").trim();
    process.kill(Number(child), "SIGTERM");
    if ((await ended) !== 0) throw new Error(`The service did not stop properly: ${output}`);
  };
  const address = new Promise((resolve, reject) => {
    service.stdout.on("data", () => {
      const [, found] = /API +(http:\S+)\/v1/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then((code) => reject(new Error(`The service exited with ${code}: ${output}`)));
    setTimeout(() => reject(new Error(`The service has not started in ${START_MS} ms: ${output}`)), START_MS).unref();
  });
  return { address, stop };
};

const ask = async (url, key, body) => {
  const headers = { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) };
  const response = await fetch(url, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
};

const whileItRuns = async (root, image, work) => {
  const { address, stop } = start(root, image);
  const url = await address;
  try {
    const ready = await fetch(`${url}/readyz`);
    if (ready.status !== 200) throw new Error(`/readyz: ${ready.status} ${await ready.text()}`);
    const secrets = readFileSync(join(root, "data", "first-start.txt"), "utf8");
    await work(`${url}/v1/pets`, /^Key +(\S+)$/m.exec(secrets)?.[1]);
  } finally {
    await stop();
  }
};

/**
 * @param tar - The image root. It is unpacked, which keeps owners only for root.
 * @param folder - An empty folder.
 * @returns What `petstore --version` says in it.
 */
export const tryImageRoot = async (image, tar, folder) => {
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["--extract", "--numeric-owner", "--file", tar, "--directory", folder]);
  let pet;
  await whileItRuns(folder, image, async (pets, key) => {
    pet = await ask(pets, key, { name: "Luna", categoryId: 1 });
  });
  await whileItRuns(folder, image, async (pets, key) => {
    const [found] = await ask(`${pets}?id=${pet.id}`, key);
    if (found?.name !== "Luna") throw new Error(`The second start lost pet ${pet.id}: ${JSON.stringify(found)}`);
  });
  const user = `--userspec=${image.user}:${image.group}`;
  return execFileSync("chroot", [user, folder, "/usr/local/bin/petstore", "--version"], { encoding: "utf8" }).trim();
};

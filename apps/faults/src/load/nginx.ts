import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { findFreePort } from "../service/service-process.js";

/** What docs/operations.md recommends, with ports and folders of the run. */
const configuration = (folder: string, port: number, replicas: readonly number[]) => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream petstore {
${replicas.map((replica) => `    server 127.0.0.1:${replica} max_fails=3 fail_timeout=1s;`).join("\n")}
    keepalive 32;
    keepalive_timeout 1s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://petstore;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 1s;
      proxy_read_timeout 60s;
      proxy_next_upstream error timeout;
    }
  }
}
`;

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

export const isNginxInstalled = (): boolean => spawnSync("nginx", ["-v"]).error === undefined;

export type Nginx = {
  readonly port: number;
  readonly errors: () => Promise<ReadonlyMap<string, number>>;
  readonly stop: () => Promise<void>;
};

const readErrors = async (file: string) => {
  const counts = new Map<string, number>();
  const messages = (await readFile(file, "utf8")).matchAll(/^\S+ \S+ (\[\w+\]) [\d#]+: (?:\*\d+ )?([^,\n]+)/gm);
  for (const [, level = "", message = ""] of messages) {
    const kind = `${level} ${message.replace(/\d+/g, "#")}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
};

export const startNginx = async (folder: string, replicas: readonly number[]): Promise<Nginx> => {
  const port = await findFreePort();
  const file = join(folder, "nginx.conf");
  await writeFile(file, configuration(folder, port, replicas));
  const child: ChildProcess = spawn("nginx", ["-p", folder, "-e", join(folder, "error.log"), "-c", file], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exited = once(child, "exit");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx exited with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    errors: () => readErrors(join(folder, "error.log")),
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
};

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].find(
  (path) => spawnSync(path, ["-v"]).status === 0,
);
if (program === undefined && process.env["REQUIRE_NGINX"] === "1") throw new Error("There is no nginx.");

/** Tests of nginx run only if nginx is installed. With REQUIRE_NGINX=1, it is a failure if it is missing. */
export const hasNginx = program !== undefined;

const ours = readFileSync(new URL("../../../../ops/nginx/petstore.conf", import.meta.url), "utf8");

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1");
  const [event] = await Promise.race([once(socket, "connect").then(() => ["connect"]), once(socket, "error")]);
  socket.destroy();
  return event === "connect";
};

/**
 * Starts nginx with ops/nginx/petstore.conf, on a loopback port and in front of one replica.
 * @param changes - Further replacements in the file. Each replaced text must occur in it.
 */
export const startNginx = async (
  port: number,
  replicaPort: number,
  changes: readonly (readonly [string, string])[] = [],
): Promise<{ stop(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), "petstore-nginx-"));
  const all = [
    ["server petstore-1:3000", `server 127.0.0.1:${replicaPort}`],
    ["  server petstore-2:3000 max_fails=3 fail_timeout=1s;\n", ""],
    ["listen 8080;", `listen 127.0.0.1:${port};`],
    ...changes,
  ] as const;
  const site = all.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`ops/nginx/petstore.conf has no ${from}`);
    return text.replaceAll(from, to);
  }, ours);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const lines = [`pid ${folder}/pid;`, "daemon off; master_process off;", `error_log ${folder}/log;`, "events {}"];
  await writeFile(
    join(folder, "nginx.conf"),
    `${lines.join("\n")}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${site}}\n`,
  );
  const child: ChildProcess = spawn(
    program ?? "",
    ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", `${folder}/log`],
    {
      stdio: "ignore",
    },
  );
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (tries > 500 || child.exitCode !== null)
      throw new Error(`nginx does not start: ${readFileSync(`${folder}/log`, "utf8")}`);
    await delay(20);
  }
  return {
    stop: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
};

// Reads from ops/docker/Dockerfile what the image root needs too, so that both are the same.
import { readFileSync } from "node:fs";

const find = (text, pattern, what) => {
  const [, ...groups] = pattern.exec(text) ?? [];
  if (groups.length === 0) throw new Error(`ops/docker/Dockerfile has no ${what}, which the release reads.`);
  return groups;
};

/**
 * @returns {{ node: string, suite: string, user: string, group: string, env: string[], command: string[], settings: string[] }}
 * The versions of Node.js and Debian, and how the image runs; `settings` are all instructions that set no file.
 */
export const readDockerfile = (text = readFileSync(new URL("../docker/Dockerfile", import.meta.url), "utf8")) => {
  const [node, suite] = find(text, /^ARG NODE_IMAGE=node:([\d.]+)-(\w+)-slim$/m, "version of Node.js");
  const [user, group] = find(text, /^USER (\d+):(\d+)$/m, "user");
  const [env] = find(text, /^ENV (.+)$/m, "variables");
  const [command] = find(text, /^CMD (\[.+\])$/m, "command");
  const settings = text.match(/^(?:CMD|ENV|EXPOSE|HEALTHCHECK|USER|VOLUME|WORKDIR) .+$/gm) ?? [];
  return {
    node,
    suite,
    user,
    group,
    env: env.split(" "),
    command: JSON.parse(command),
    settings: settings.filter((line) => line !== "WORKDIR /build"),
  };
};

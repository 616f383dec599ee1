import { join } from "node:path";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { createProcess, type StartedProcess, surroundingsIn } from "../service/started-process.js";
import { operations } from "./database-node.js";
import type { Programs } from "./programs.js";

type Place = { readonly folder: string; readonly programs: Programs };

/** Starts HAProxy with the same configuration that operators use. Environment variables give it the addresses. */
export const startHaproxy = (
  { folder, programs }: Place,
  file: "postgres.cfg" | "petstore.cfg",
  variables: Readonly<Record<string, string>>,
  cleanup: Cleanup,
): StartedProcess => {
  const { cwd, env } = surroundingsIn(folder);
  const args = ["-db", "-f", join(operations, "haproxy", file)];
  const haproxy = createProcess({ command: programs.haproxy, args, cwd, env: { ...env, ...variables } }, cleanup);
  haproxy.start();
  return haproxy;
};

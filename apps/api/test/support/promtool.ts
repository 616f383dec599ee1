import { spawnSync } from "node:child_process";

const message =
  "The alert rules are not tested: promtool was not found. Install it (Debian: apt-get install prometheus).";

/** Tells whether promtool is in `PATH`. With `REQUIRE_PROMTOOL=1`, it is a failure if it is missing. */
export const hasPromtool = (): boolean => {
  const isFound = spawnSync("promtool", ["--version"]).status === 0;
  if (!isFound && process.env["REQUIRE_PROMTOOL"] === "1") throw new Error(message);
  if (!isFound) process.stderr.write(`${message}\n`);
  return isFound;
};

export const runPromtool = (...args: string[]): { status: number | null; text: string } => {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return { status, text: `${stdout}${stderr}` };
};

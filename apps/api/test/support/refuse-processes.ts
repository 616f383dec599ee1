import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

// The tests of the project `in-process` must not start processes. A test file that needs a process belongs to the
// project `processes` in vitest.config.ts.
const refuse = (name: string) => () => {
  throw new Error(`This test called ${name}(): list its file under "processes" in vitest.config.ts.`);
};
const names = ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"];
Object.assign(childProcess, Object.fromEntries(names.map((name) => [name, refuse(name)])));
syncBuiltinESMExports();

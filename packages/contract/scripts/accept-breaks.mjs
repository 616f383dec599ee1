// `openapi:accept NAME` adds the changes of beta parts that break clients since the last release to the list of
// accepted breaks, under the changeset .changeset/NAME.md, which announces them to clients. It also removes entries
// that no longer apply. The test that checks the file also writes it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [name = ""] = process.argv.slice(2);
if (!existsSync(new URL(`../../../.changeset/${name}.md`, import.meta.url))) {
  console.error(
    `There is no .changeset/${name}.md; give the name of a changeset, such as \`openapi:accept customers\`.`,
  );
  process.exit(1);
}
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "test/breaking-changes.test.ts", "--update"], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: { ...process.env, VITE_CHANGESET: name },
  stdio: "inherit",
});
process.exitCode = status ?? 1;

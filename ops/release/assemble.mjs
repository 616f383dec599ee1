// Usage: node ops/release/assemble.mjs FOLDER COMMIT
// Puts what runs in production into FOLDER: the service with its dependencies, the admin and the pages for developers.
// They must be built. The image and the release use it.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Prisma's compilers for other databases are a quarter of the dependencies. */
const removeOtherCompilers = (api) => {
  const packages = join(api, "node_modules", ".pnpm");
  for (const name of readdirSync(packages).filter((entry) => entry.startsWith("@prisma+client@"))) {
    const runtime = join(packages, name, "node_modules", "@prisma", "client", "runtime");
    for (const file of readdirSync(runtime)) {
      if (file.startsWith("query_compiler_") && !file.includes("postgresql")) rmSync(join(runtime, file));
    }
  }
};

/**
 * @param folder - The folder to fill.
 * @param commit - The commit of the sources, which `petstore --version` shows; an empty text if it is not known.
 */
export const assemble = (folder, commit) => {
  const into = (...path) => join(resolve(folder), ...path);
  const api = into("apps", "api");
  const deploy = ["--yes", "pnpm@12.21.0", "--filter", "@petstore/api", "deploy", "--prod", api];
  execFileSync("npx", deploy, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  for (const path of ["apps/web/dist", "apps/docs/dist/site"]) {
    cpSync(join(root, path), into(path), { recursive: true });
  }
  cpSync(join(root, "ops/docker/healthcheck.mjs"), into("healthcheck.mjs"));
  writeFileSync(join(api, "COMMIT"), `${commit}\n`);
  removeOtherCompilers(api);
  chmodSync(join(api, "dist", "cli.js"), 0o755);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, commit = ""] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Usage: node ops/release/assemble.mjs FOLDER COMMIT");
  assemble(folder, commit);
}

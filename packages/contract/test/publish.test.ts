import { execFile, execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const scripts = fileURLToPath(new URL("../scripts", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** The environment without the variables of a CI job and of a git hook. These would name another repository. */
const { PATH = "", HOME = "" } = process.env;
const hasGit = spawnSync("git", ["--version"]).status === 0;

/** A registry in which only version 1.0.0 is published. */
const registry = createServer((_, response) => {
  const versions = { "1.0.0": { name: "@small/package", version: "1.0.0" } };
  const body = { name: "@small/package", "dist-tags": { latest: "1.0.0" }, versions };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
});

const files = {
  ".gitignore": "node_modules\ndist/\n",
  "packages/contract/package.json": JSON.stringify({
    name: "@small/package",
    version: "1.1.0",
    type: "module",
    files: ["dist", "!dist/**/*.map", "!dist/info", "CHANGELOG.md"],
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    devDependencies: { typescript: "*" },
  }),
  "packages/contract/tsconfig.build.json": JSON.stringify({
    compilerOptions: {
      module: "nodenext",
      target: "es2022",
      types: [],
      rootDir: "src",
      outDir: "dist",
      tsBuildInfoFile: "dist/info",
      composite: true,
      declarationMap: true,
      sourceMap: true,
    },
    include: ["src"],
  }),
  "packages/contract/src/index.ts": "export const one = 1;\n",
  "packages/contract/CHANGELOG.md": "# @small/package\n\n## 1.1.0\n\n### Minor Changes\n\n- Adds one.\n\n## 1.0.0\n",
};

describe.runIf(hasGit)("the publish script", () => {
  let root: string;
  let folder: string;
  let address: string;

  const git = (...options: string[]) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@localhost", ...options], {
      cwd: root,
      env: { PATH, HOME },
      stdio: "pipe",
    });
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "A change", "--no-gpg-sign");
  };
  const build = () =>
    execFileSync(
      process.execPath,
      [join(modules, "typescript", "bin", "tsc"), "-p", join(folder, "tsconfig.build.json")],
      { stdio: "pipe" },
    );

  const publish = (options: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        [join(folder, "scripts", "publish.mjs"), ...options],
        { env: { PATH, HOME, npm_config_registry: address, npm_config_cache: join(root, "..", "npm-cache"), ...env } },
        (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
      );
    });

  beforeAll(async () => {
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  });
  afterAll(() => void registry.close());

  beforeEach(() => {
    const temporary = mkdtempSync(join(tmpdir(), "contract-publish-"));
    root = join(temporary, "clone");
    folder = join(root, "packages", "contract");
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    cpSync(scripts, join(folder, "scripts"), { recursive: true });
    symlinkSync(modules, join(root, "node_modules"));
    git("init", "--quiet");
    commit();
    return () => rmSync(temporary, { recursive: true });
  });

  it("shows with --dry-run the files, their sizes, the repository and the command, and publishes nothing", async () => {
    build();
    const variables = { GITHUB_SERVER_URL: "https://git.example", GITHUB_REPOSITORY: "shop/pets" };
    const { status, stdout, stderr } = await publish(["--dry-run"], variables);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const paths = [...stdout.matchAll(/^ +[\d.]+ kB {2}(\S+)$/gm)].map(([, path = ""]) => path);
    expect(paths.toSorted()).toEqual(["CHANGELOG.md", "dist/index.d.ts", "dist/index.js", "package.json"]);
    expect(stdout).toMatch(/^@small\/package 1\.1\.0: 4 files, [\d.]+ kB, unpacked [\d.]+ kB$/m);
    expect(stdout).toContain("Repository: git+https://git.example/shop/pets.git");
    expect(stdout).toMatch(/^Would run: npm publish \S+\.tgz --provenance --access public$/m);
  });

  it("reports a dirty tree, a missing entry, a stale build and a published version all at once", async () => {
    build();
    appendFileSync(join(folder, "src", "index.ts"), "export const two = 2;\n");
    writeFileSync(join(folder, "dist", "deleted.js"), "export {};\n");
    writeFileSync(join(folder, "package.json"), files["packages/contract/package.json"].replace("1.1.0", "1.0.0"));
    const { status, stdout, stderr } = await publish(["--dry-run"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("differ from the last commit; commit them:\n M packages/contract/package.json");
    expect(stderr).toContain("CHANGELOG.md has no entry for 1.0.0; run `npx --yes pnpm release:prepare`");
    expect(stderr).toContain("dist is not what the sources compile to (deleted.js, index.d.ts, index.js); delete");
    expect(stderr).toContain("@small/package 1.0.0 is already published; add a changeset");
  });

  const nowhere = { npm_config_registry: "http://127.0.0.1:1/" };

  it("refuses a package that is not built, a registry without a response, and a run outside CI", async () => {
    const variables = { CI: "true", GITHUB_SERVER_URL: "https://git.example", ...nowhere };
    const { status, stdout, stderr } = await publish([], variables);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("the package is not built; delete");
    expect(stderr).toContain("the registry does not say whether 1.1.0 is published: npm error code ECONNREFUSED");
    expect(stderr).toContain("GITHUB_REPOSITORY, ACTIONS_ID_TOKEN_REQUEST_URL not set: publish from a CI job with");
  });

  it("needs no registry and no CI job for a dry run", async () => {
    const { stdout, stderr } = await publish(["--dry-run"], nowhere);
    expect(stdout).toContain("Not checked: the registry does not say whether 1.1.0 is published");
    expect(stderr).toBe(
      "Not published: the package is not built; delete packages/contract/dist, then run `npx --yes pnpm build`\n",
    );
  });
});

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const original = fileURLToPath(new URL("../../../", import.meta.url));
const contract = join("packages", "contract");
/** The files that a release reads and writes. */
const copied = [
  ".changeset",
  "package.json",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
  ".env.example",
  "docs/http",
  "packages/tables/package.json",
  ...readdirSync(join(original, "apps")).map((name) => join("apps", name, "package.json")),
  ...["CHANGELOG.md", "scripts", "released", "test/stores", "prisma/migrations"].map((name) => join("apps/api", name)),
  ...["package.json", "CHANGELOG.md", "tsconfig.build.json", "src", "scripts", "dist", "released"].map((name) =>
    join(contract, name),
  ),
  ...readdirSync(join(original, contract))
    .filter((name) => name.startsWith("openapi"))
    .map((name) => join(contract, name)),
];
const hasGit = spawnSync("git", ["--version"]).status === 0;

describe.runIf(hasGit)("npx --yes pnpm release:prepare", () => {
  let root: string;
  let printed: string;
  const read = (path: string, base = root) => readFileSync(join(base, contract, path), "utf8");
  const versionIn = (path: string) => {
    const { version, info } = JSON.parse(read(path)) as { version?: string; info?: { version: string } };
    return version ?? info?.version;
  };
  const prepare = () =>
    spawnSync(process.execPath, [join(root, contract, "scripts", "release.mjs")], { encoding: "utf8" });

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "contract-release-"));
    for (const path of copied) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      cpSync(join(original, path), join(root, path), { recursive: true });
    }
    for (const path of ["", contract]) {
      symlinkSync(join(original, path, "node_modules"), join(root, path, "node_modules"));
    }
    const { PATH, HOME } = process.env;
    const git = (...options: string[]) =>
      execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@localhost", ...options], {
        cwd: root,
        env: { PATH, HOME },
        stdio: "pipe",
      });
    git("init", "--quiet", "--initial-branch", "main");
    git("add", ".changeset", "package.json");
    git("commit", "--quiet", "--message", "A change", "--no-gpg-sign");
    const { status, stdout, stderr } = prepare();
    printed = stdout + stderr;
    expect([status, printed]).toEqual([0, expect.stringContaining("Prepared ")]);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it("removes -next from the version of the package, of its documents and of its client", () => {
    const version = (JSON.parse(read("package.json", original)) as { version: string }).version.replace("-next", "");
    const files = ["package.json", "openapi.json", "openapi.auth.json", "released/openapi.json"];
    expect(files.map(versionIn)).toEqual(files.map(() => version));
    expect(read("dist/client/generated/version.js")).toContain(`"${version}"`);
    expect(printed).toContain(`Prepared ${version} of the contract and `);
  });

  it("turns every changeset into a line of the changelog, below the version and the day", () => {
    const [, entry = ""] = read("CHANGELOG.md").split(/^## .*$/m);
    expect(entry).toMatch(/^\n\n_\d{4}-\d\d-\d\d_\n\n### M/);
    const folder = join(original, ".changeset");
    const changesets = readdirSync(folder).filter(
      (name) => name.endsWith(".md") && readFileSync(join(folder, name), "utf8").includes('"@petstore/contract"'),
    );
    expect(entry.match(/^- /gm)?.length).toBeGreaterThanOrEqual(changesets.length);
    expect(readdirSync(join(root, ".changeset")).toSorted()).toEqual(["config.json", "dates.json"]);
  });

  it("gives the service a version, and operators an entry that says how to upgrade", () => {
    const service = (base: string, path: string) => readFileSync(join(base, "apps/api", path), "utf8");
    const version = (path: string) => (JSON.parse(service(root, path)) as { version: string }).version;
    const { version: next } = JSON.parse(service(original, "package.json")) as { version: string };
    expect([version("package.json"), version("released/service.json")]).toEqual(
      Array.from({ length: 2 }, () => next.replace("-next", "")),
    );
    const [, heading, entry = ""] = service(root, "CHANGELOG.md").split(/^(## .*)$/m);
    expect(heading).toBe(`## ${next.replace("-next", "")}`);
    expect(entry).toMatch(/^\n\n_\d{4}-\d\d-\d\d_\n\n### Upgrade\n\n- Directly from /);
  });

  it("replaces the released documents and empties the accepted breaks", () => {
    for (const name of ["openapi.json", "openapi.stable.json", "openapi.auth.json"]) {
      expect([name, read(`released/${name}`)]).toEqual([name, read(name)]);
    }
    expect(read("released/accepted-breaks.json")).toBe("{}\n");
  });

  it("leaves the stable document as it is", () => {
    expect(read("openapi.stable.json")).toBe(read("openapi.stable.json", original));
  });

  it("refuses a second release without a changeset", () => {
    const { status, stderr } = prepare();
    expect([status, stderr]).toEqual([1, "There is nothing to release: .changeset has no changeset.\n"]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

type Service = {
  readonly version: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly migrations: readonly string[];
};
type Changeset = { readonly name: string; readonly bump?: string; readonly text: string };
type Upgrades = {
  readonly readService: () => Service;
  readonly readReleased: () => Service;
  readonly compareVariables: (
    before: Service["variables"],
    now: Service["variables"],
  ) => Readonly<Record<"added" | "removed" | "changed", readonly string[]>>;
  readonly describeUpgrade: (before: Service, now: Service, stores: readonly string[]) => string;
};
type Image = {
  readonly node: string;
  readonly user: string;
  readonly env: readonly string[];
  readonly command: readonly string[];
  readonly settings: readonly string[];
};
type Dockerfile = { readonly readDockerfile: (text?: string) => Image };
type ImageRoot = {
  readonly rootOptions: (image: Image, paths: Readonly<Record<"node" | "app" | "tar", string>>) => readonly string[];
  readonly importCommand: (image: Image, file: string, tag: string) => string;
};
type Changesets = {
  readonly readChangesets: (root: string | undefined, of: string) => readonly Changeset[];
  readonly nextServiceVersion: (
    released: string,
    changesets: readonly { readonly bump?: string }[],
    ofContract: readonly unknown[],
  ) => string;
};

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const upgrades = (await import(new URL("apps/api/scripts/describe-upgrade.mjs", root).href)) as Upgrades;
const changesets = (await import(new URL("packages/contract/scripts/changesets.mjs", root).href)) as Changesets;
const { readDockerfile } = (await import(new URL("ops/release/dockerfile.mjs", root).href)) as Dockerfile;
const { importCommand, rootOptions } = (await import(new URL("ops/release/image-root.mjs", root).href)) as ImageRoot;
const { compareVariables, describeUpgrade, readReleased, readService } = upgrades;
const { nextServiceVersion, readChangesets } = changesets;

const ofService = readChangesets(undefined, "@petstore/api");
const ofContract = readChangesets(undefined, "@petstore/contract");

it("the operators' page says of each migration since the last release what it stops, and for how long (measure-migrations.mjs prints the table)", () => {
  const known = new Set(readReleased().migrations);
  const added = readService().migrations.filter((name) => !known.has(name));
  const listed = Array.from(read("docs/operations.md").matchAll(/^\| `(\d{14}_\w+)` +\|/gm), ([, name]) => name);
  expect(listed).toEqual(added);
});

describe("the version of the service", () => {
  it("is the next one while there are changesets (if not, run `openapi:write`)", () => {
    expect(readService().version).toBe(nextServiceVersion(readReleased().version, ofService, ofContract));
  });

  it("moves with a release of the contract, which the service contains", () => {
    expect(nextServiceVersion("1.4.2", [], [{}])).toBe("1.4.3-next");
    expect(nextServiceVersion("1.4.2", [{ bump: "minor" }], [{}])).toBe("1.5.0-next");
    expect(nextServiceVersion("1.4.2", [], [])).toBe("1.4.2");
  });

  it("is released with an entry and a day in the operators' changelog", () => {
    const { version } = readReleased();
    expect(read("apps/api/CHANGELOG.md")).toMatch(
      new RegExp(`\n## ${version.replaceAll(".", "\\.")}\n\n_\\d{4}-\\d\\d-\\d\\d_\n`),
    );
  });
});

describe("the changesets for operators", () => {
  it("have a weight", () => {
    expect(ofService.filter(({ bump }) => bump === undefined)).toEqual([]);
  });

  it("name each variable that is new, gone or has another default, and each contract migration", () => {
    const [before, now] = [readReleased(), readService()];
    const variables = Object.values(compareVariables(before.variables, now.variables)).flat();
    const contracts = now.migrations.filter((name) => name.includes("contract") && !before.migrations.includes(name));
    const told = new Set(ofService.flatMap(({ text }) => text.match(/\w+/g) ?? []));
    expect([...variables, ...contracts].filter((name) => !told.has(name))).toEqual([]);
  });

  it("belong to a package each, or to both", () => {
    const known = new Set([...ofService, ...ofContract].map(({ name }) => `${name}.md`));
    const folder = fileURLToPath(new URL(".changeset", root));
    expect(readdirSync(folder).filter((name) => name.endsWith(".md") && !known.has(name))).toEqual([]);
  });
});

describe("the description of an upgrade", () => {
  const before = { version: "1.0.0", variables: { PORT: "3000", OLD: "", HOST: "" }, migrations: ["1_first"] };
  const now = { version: "1.1.0", variables: { PORT: "3001", HOST: "", NEW: "" }, migrations: ["1_first", "2_more"] };

  it("names new, gone and changed variables, migrations, and the releases whose stores were migrated", () => {
    expect(describeUpgrade(before, now, ["4cd72a5", "1.0.0"])).toBe(
      [
        "### Upgrade",
        "",
        "- Directly from 1.0.0 and every earlier release. A test migrates stores of 4cd72a5, 1.0.0.",
        "- Back to 1.0.0 at any time, because no migration removes anything that 1.0.0 uses.",
        "- New variables: `NEW`. Gone: `OLD`. Other defaults: `PORT` (3000, now 3001).",
        "- 1 new migrations ([what they lock, and for how long](../../docs/operations.md#what-migrations-stop)):",
        "  - `2_more`",
      ].join("\n"),
    );
  });

  it("says that after a contract migration only a restore can undo the upgrade", () => {
    const contracted = { ...now, migrations: [...now.migrations, "3_contract_pet_colour"] };
    expect(describeUpgrade(before, contracted, [])).toContain(
      "- Back only by restoring a backup of 1.0.0, because of `3_contract_pet_colour`.\n",
    );
  });
});

describe("the image root of a release", () => {
  it("runs what the Dockerfile says", () => {
    expect(readDockerfile()).toMatchObject({
      node: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      ...{ suite: "bookworm", user: "10001", group: "10001" },
      env: expect.arrayContaining(["NODE_ENV=production", "DATA_DIR=/data"]),
      command: ["node", "--max-semi-space-size=8", "apps/api/dist/main.js"],
    });
    expect(() => readDockerfile("FROM scratch")).toThrow("ops/docker/Dockerfile has no version of Node.js");
  });

  it("becomes an image with every setting of the Dockerfile's last stage", () => {
    const [, last = ""] = read("ops/docker/Dockerfile").split(/^FROM \$\{BASE_IMAGE\}$/m);
    const settings = last.split("\n").filter((line) => /^[A-Z]+ /.test(line) && !/^(?:COPY|RUN) /.test(line));
    expect(readDockerfile().settings).toEqual(settings);
    expect(importCommand({ ...readDockerfile(), settings: ["USER 7:7"] }, "root.tar.gz", "petstore:1.1.0")).toBe(
      "docker import --change 'USER 7:7' root.tar.gz petstore:1.1.0",
    );
  });

  it("has the service, the command petstore, and a folder for data that only the service's user can read", () => {
    const app = fileURLToPath(new URL("ops/systemd", root));
    const options = rootOptions(readDockerfile(), { node: "/tmp/node", app, tar: "/tmp/root.tar" });
    expect(options.at(-1)).toBe("/tmp/root.tar");
    expect(options).toEqual(
      expect.arrayContaining([
        "--customize-hook=upload /tmp/node /usr/local/bin/node",
        `--customize-hook=copy-in ${app}/petstore.service /app`,
        '--customize-hook=chroot "$1" ln -s /app/apps/api/dist/cli.js /usr/local/bin/petstore',
        '--customize-hook=install --directory --owner 10001 --group 10001 --mode 0700 "$1/data"',
      ]),
    );
  });
});

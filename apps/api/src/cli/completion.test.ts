import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { OrderStatus, scopes } from "@petstore/contract/routes";
import { roles } from "@petstore/contract/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestShell } from "../../test/support/test-shell.js";

const isInstalled = (shell: string) => spawnSync(shell, ["-c", ":"]).status === 0;
const run = createTestShell("postgresql://127.0.0.1:1/none");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "petstore-completion-"));
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await run(["completion", shell]);
    expect(code).toBe(0);
    await writeFile(join(folder, shell), stdout);
  }
  await mkdir(join(folder, "files", "catalogue"), { recursive: true });
  await writeFile(join(folder, "files", "my pets.csv"), "");
  await writeFile(join(folder, "_petstore"), (await run(["completion", "zsh"])).stdout);
  await writeFile(join(folder, "capture.zsh"), capture);
});
afterAll(() => rm(folder, { recursive: true }));

const execute = async (program: string, ...args: string[]): Promise<string[]> => {
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: join(folder, "files"), timeout: 50_000 });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
};

/** As readline splits the line: at white space, and = is a word. */
const inBash = (line: string) => {
  const script = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _petstore; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const words = line.replaceAll("=", " = ").split(/ +/);
  return execute("bash", "--norc", "--noprofile", "-c", script, join(folder, "bash"), ...words);
};

const inFish = async (line: string) => {
  const lines = await execute(
    "fish",
    "--no-config",
    "-c",
    'source $argv[1]; complete -C "$argv[2]"',
    join(folder, "fish"),
    line,
  );
  // For --scope=w, fish answers with the whole word.
  return lines.map((one) => (one.split("\t")[0] ?? "").replace(/^--[a-z-]+=/, ""));
};

/** Types the line and a tab into an interactive zsh, and prints what it would add. */
const capture = `
zmodload zsh/zpty
export FOLDER=$1
zpty shell zsh -f -i
zpty -w shell 'source $FOLDER/setup.zsh'
zpty -r -m shell output '*READY*'
zpty -w -n shell $2$'\\t'
zpty -r -m shell output '*END*'
print -r -- $output | tr -d '\\r' | sed -n 's/^HIT //p'
`;

const setup = (load: string) => `
PROMPT=
${load}
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  print -rl -- \${hits/#/$'\\n'HIT }
}
show_end() { print -r -- $'\\n'END }
comppostfuncs=(show_end)
print READY
`;

const sourced = "autoload -Uz compinit && compinit -u -D; source $FOLDER/zsh";
const inFunctionPath = "fpath=($FOLDER $fpath); autoload -Uz compinit && compinit -u -D";

const inZsh =
  (load = sourced) =>
  async (line: string) => {
    await writeFile(join(folder, "setup.zsh"), setup(load));
    const hits = await execute("zsh", "-f", join(folder, "capture.zsh"), folder, line);
    return hits.map((hit) => hit.replaceAll("\\", ""));
  };

const shells = [
  { shell: "bash", complete: inBash },
  { shell: "zsh", complete: inZsh() },
  { shell: "fish", complete: inFish },
];

const sorted = (words: readonly string[]) => words.toSorted((one, other) => one.localeCompare(other, "en"));

for (const { shell, complete } of shells)
  describe.runIf(isInstalled(shell))(`petstore completion ${shell}`, () => {
    it.each([
      [
        "petstore ",
        [
          "accounts",
          "audit",
          "backup",
          "categories",
          "check",
          "completion",
          "export",
          "help",
          "import",
          "keys",
          "migrate",
          "orders",
          "restore",
        ],
      ],
      ["petstore ca", ["categories"]],
      ["petstore accounts re", ["remove-second-factor"]],
      ["petstore help mi", ["migrate"]],
      ["petstore completion ", ["bash", "fish", "zsh"]],
    ])("completes commands and their arguments: %s", async (line, expected) => {
      expect(sorted(await complete(line))).toEqual(expected);
    });

    it.each([
      ["petstore keys create --sc", ["--scope"]],
      // The value of an option is not taken for a command.
      ["petstore keys create --name list --sc", ["--scope"]],
      ["petstore accounts invite jane@example.com --re", ["--remove-second-factor", "--revoke-keys"]],
      ["petstore export pets.csv --", ["--force", "--help", "--json", "--spreadsheet-safe"]],
    ])("completes options: %s", async (line, expected) => {
      expect(sorted(await complete(line))).toEqual(expected);
    });

    it.each([
      ["petstore keys create --scope ", scopes],
      ["petstore keys create --scope=w", ["write"]],
      ["petstore accounts create --role ", roles],
      ["petstore orders list --status ", OrderStatus.options],
    ])("completes the values of an option: %s", async (line, expected) => {
      expect(sorted(await complete(line))).toEqual(sorted(expected));
    });

    it.each(["petstore import ", "petstore export --force ", "petstore import --dry-run "])(
      "completes files: %s",
      async (line) => {
        expect(sorted(await complete(line)).map((name) => name.replace(/\/$/, ""))).toEqual([
          "catalogue",
          "my pets.csv",
        ]);
      },
    );

    it.each(["petstore keys create --name ", "petstore orders list --limit ", "petstore keys revoke "])(
      "offers nothing for what nobody can guess: %s",
      async (line) => {
        expect(await complete(line)).toEqual([]);
      },
    );
  });

it.runIf(isInstalled("zsh"))("the script for zsh also works as a file in $fpath", async () => {
  expect(await inZsh(inFunctionPath)("petstore accounts di")).toEqual(["disable"]);
});

it("refuses another shell and names those that it knows", async () => {
  const { code, stderr } = await run(["completion", "csh"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("Allowed choices are bash, zsh, fish")]);
});

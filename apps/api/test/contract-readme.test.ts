import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "./support/test-api.js";

const run = promisify(execFile);
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

const readme = await readFile(new URL("../../../packages/contract/README.md", import.meta.url), "utf8");
const sections = readme.split(/^## /m).map((text) => ({
  title: text.slice(0, text.indexOf("\n")),
  codes: [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code),
}));
const examples = sections.flatMap(({ title, codes }) => codes.map((code) => ({ title, code })));

/** Returns the comment after each `console.log`, which says what the example should print. */
const promised = (code: string) => [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);

describe("the examples of packages/contract/README.md", () => {
  let api: TestApi;
  let folder: string;
  let key: string;
  const atService = (code: string) => code.replaceAll("http://127.0.0.1:3000", api.origin);
  const runFile = async (name: string) => {
    const env = { ...process.env, PETSTORE_KEY: key };
    const { stdout, stderr } = await run(process.execPath, [join(folder, name)], { env });
    return { printed: stdout.split("\n").slice(0, -1), stderr };
  };
  beforeAll(async () => {
    api = await createTestApi();
    folder = await mkdtemp(join(tmpdir(), "contract-readme-"));
    await symlink(modules, join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    key = await api.makeKey("admin");
    const shared = 'import { client, createClient, pet } from "./example-0.js";';
    for (const [at, { code }] of examples.entries()) {
      const here = atService(code);
      const text = at === 0 ? `${here}\nexport { client, createClient, pet };\n` : `${shared}\n${here}`;
      await writeFile(join(folder, `example-${at}.ts`), text);
    }
    await writeFile(join(folder, "program.ts"), atService(examples.map(({ code }) => code).join("\n")));
    const compilerOptions = {
      strict: true,
      skipLibCheck: false,
      target: "es2023",
      module: "nodenext",
      types: ["node"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await api.close();
  });

  it("compile in strict mode", async () => {
    const { stdout } = await run(process.execPath, [compiler, "-p", folder]).catch((error: unknown) => error as Output);
    expect(stdout).toBe("");
  });

  it.each(examples.map((example, at) => ({ ...example, at })))(
    "run and print what their comments say: $title",
    async ({ code, at }) => {
      const printed = [...(at === 0 ? [] : promised(examples[0]?.code ?? "")), ...promised(code)];
      expect(await runFile(`example-${at}.js`)).toEqual({ printed, stderr: "" });
    },
  );

  it("run as one program from top to bottom, and print what their comments say", async () => {
    const printed = examples.flatMap(({ code }) => promised(code));
    expect(await runFile("program.js")).toEqual({ printed, stderr: "" });
  });
});

type Output = { readonly stdout: string };

import { DOCS_PATH } from "@petstore/contract/routes";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { buildSite } from "../src/site.js";
import {
  compile,
  type Environment,
  examplesOf,
  hasCurl,
  hasPython,
  moduleOf,
  runModule,
  runPython,
  runShell,
} from "./support/run-blocks.js";

const guides = buildSite().pages.flatMap(({ href, blocks = [] }) => (blocks.length === 0 ? [] : [{ href, blocks }]));
const env: Environment = { API: `${inject("docsAddress")}/v1`, KEY: inject("docsKey") };

type Message = { readonly status: string; readonly fields: ReadonlyMap<string, string>; readonly body: unknown };

const parseMessage = (text: string): Message => {
  const [head = "", ...rest] = text.replaceAll("\r", "").trim().split("\n\n");
  const [status = "", ...lines] = head.split("\n");
  const fields = lines.map((line): [string, string] => [
    line.replace(/:.*$/, "").toLowerCase(),
    line.replace(/^.*?: /, ""),
  ]);
  const body = rest.join("\n\n");
  return { status, fields: new Map(fields), body: body === "" ? undefined : JSON.parse(body) };
};

const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
/** A `…` in a guide stands for text that changes from run to run. */
const patternOf = (shown: string) => new RegExp(`^${escape(shown).replaceAll("…", "[^]*")}$`);

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const keysOf = (value: unknown) => Object.keys(first(value) ?? {});

const expectMessage = (actual: Message, shown: Message) => {
  expect(actual.status).toBe(shown.status);
  expect([...actual.fields.keys()]).toEqual(expect.arrayContaining([...shown.fields.keys()]));
  for (const [name, value] of shown.fields) expect(actual.fields.get(name)).toMatch(patternOf(value));
  if (shown.body === undefined) return;
  expect(Array.isArray(actual.body)).toBe(Array.isArray(shown.body));
  expect(keysOf(actual.body)).toEqual(expect.arrayContaining(keysOf(shown.body)));
  const { code, message } = shown.body as { code?: unknown; message?: unknown };
  if (typeof message === "string") {
    expect(actual.body).toMatchObject({ code, message: expect.stringMatching(patternOf(message)) });
  }
};

const shellGuides = guides
  .map(({ href, blocks }) => ({ href, examples: examplesOf(blocks, "sh", "http") }))
  .filter(({ examples }) => examples.length > 0);

describe.skipIf(!hasCurl)("the shell blocks of a guide", () => {
  it.concurrent.each(shellGuides)("$href get the responses that it shows", async ({ examples }) => {
    const outputs = await runShell(examples, env);
    expect(outputs).toHaveLength(examples.length);
    for (const [at, { shown }] of examples.entries()) {
      if (shown !== undefined) expectMessage(parseMessage(outputs[at] ?? ""), parseMessage(shown));
    }
  });
});

/** This program is a server. apps/clients starts it and sends messages to it. */
const receiver = `${DOCS_PATH}/receive-webhooks`;

const pythonGuides = guides
  .map(({ href, blocks }) => ({ href, examples: examplesOf(blocks, "python", "text") }))
  .filter(({ href, examples }) => examples.length > 0 && href !== receiver);

describe.skipIf(!hasPython)("the Python blocks of a guide", () => {
  it.concurrent.each(pythonGuides)("$href print what it shows", async ({ examples }) => {
    const outputs = await runPython(examples, env);
    expect(outputs).toHaveLength(examples.length);
    for (const [at, { shown }] of examples.entries()) {
      if (shown !== undefined) expect((outputs[at] ?? "").trim()).toMatch(patternOf(shown));
    }
  });
});

const typescriptGuides = guides
  .map(({ href, blocks }) => ({ href, examples: examplesOf(blocks, "ts", "text") }))
  .filter(({ examples }) => examples.length > 0);

describe("the TypeScript blocks of a guide", () => {
  const fileOf = (href: string) => href.replace(/^.*\//, "");
  // The folder is inside the package, so that the modules find its dependencies.
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(import.meta.dirname, "..", "dist", "guides-"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await Promise.all(
      typescriptGuides.map(({ href, examples }) => writeFile(join(folder, `${fileOf(href)}.ts`), moduleOf(examples))),
    );
    await compile(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.concurrent.each(typescriptGuides)("$href type-check and print what it shows", async ({ href, examples }) => {
    const outputs = await runModule(join(folder, `${fileOf(href)}.js`), env);
    expect(outputs).toHaveLength(examples.length);
    for (const [at, { shown }] of examples.entries()) {
      if (shown !== undefined) expect((outputs[at] ?? "").trim()).toMatch(patternOf(shown));
    }
  });
});

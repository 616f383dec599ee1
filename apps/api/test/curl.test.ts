import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { samplePets } from "../src/pets/sample/sample-data.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const text = readFileSync(new URL("../../../docs/curl.md", import.meta.url), "utf8");

/** The commands on the page, each with the output that the page shows after it. */
const examples = [...text.matchAll(/^```sh\n([^]*?)^```\n(?:\n```(?:text|http)\n([^]*?)^```\n)?/gm)]
  .map(([, commands = "", output = ""]) => ({ commands, output }))
  .filter(({ commands }) => !commands.startsWith("export "));

/** Removes blank lines and indentation, which do not matter. */
const trimLines = (lines: string) => lines.replace(/\s*\n\s*/g, "\n").trim();

/** Builds a pattern in which `…` stands for anything. */
const patternOf = (output: string): RegExp =>
  new RegExp(
    `^${trimLines(output)
      .split("…")
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[^]*?")}$`,
  );

let api: TestApi;
let key: string;
let folder: string;
beforeAll(async () => {
  api = await createTestApi();
  key = await api.makeKey("admin");
  folder = await mkdtemp(join(tmpdir(), "petstore-curl-"));
  const rows = Object.entries(samplePets).flatMap(([category, pets]) =>
    pets.map(({ name, status }) => `${name},${category},${status}\n`),
  );
  const body = { csv: `name,category,status\n${rows.join("")}`, source: "sample", columns: {} };
  expect((await api.send("POST /v1/pets/import", { key, body })).status).toBe(201);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await api.close();
});

/** The examples build on one another and run in order, as a reader would run them. */
describe.runIf(has("curl") && has("jq"))("docs/curl.md", () => {
  it.each(examples)("prints what the page shows: $commands", async ({ commands, output }) => {
    const { PATH = "" } = process.env;
    const env = { PATH, KEY: key, API: `${api.origin}/v1` };
    const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-euc", commands], { cwd: folder, env });
    expect(stderr.replace(/^curl: \(22\) .*\n/, "")).toBe("");
    expect(trimLines(stdout)).toMatch(patternOf(output));
  });
});

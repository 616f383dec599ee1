import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import openapiTypescript, { astToString } from "openapi-typescript";
import { expect, it } from "vitest";
import { createTestApi } from "./support/test-api.js";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");

// A client by a team that has only the document; it must compile in strict mode.
const program = `
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const [baseUrl = "", key = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: "Bearer " + key } });

const created = await client.POST("/pets", { body: { name: "Luna", categoryId: 7, status: "pending" } });
if (created.error) throw new Error(created.error.message);
const pet: components["schemas"]["Pet"] = created.data;
const got = await client.GET("/pets/{petId}", { params: { path: { petId: pet.id } } });
const listed = await client.GET("/pets", { params: { query: { status: "pending", limit: 5 } } });
const refused = await client.POST("/pets", { body: { name: " ", categoryId: 7 } });
const code: "invalid_request" | undefined | string = refused.error?.code;
// @ts-expect-error The document says that a categoryId is a number.
await client.POST("/pets", { body: { name: "x", categoryId: "7" } });
console.log(JSON.stringify({ pet, got: got.data, listed: listed.data, code }));
`;

it("openapi-typescript generates a client that lists, creates and gets", async () => {
  const api = await createTestApi();
  // Inside the package, so that the client resolves its dependencies.
  const folder = await mkdtemp(join(here, "generated-client-"));
  try {
    const { text } = await api.send("GET /v1/openapi.json", { key: "" });
    await writeFile(join(folder, "schema.ts"), astToString(await openapiTypescript(text)));
    await writeFile(join(folder, "client.ts"), program);
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "../../../../tsconfig.base.json",
        compilerOptions: { composite: false, types: ["node"], lib: ["es2023", "dom"], rootDir: ".", outDir: "." },
        files: ["client.ts"],
      }),
    );
    await run(process.execPath, [compiler, "-p", folder]);
    const { stdout } = await run(process.execPath, [join(folder, "client.js"), `${api.origin}/v1`, api.key]);
    const pet = { id: expect.any(Number), name: "Luna", categoryId: 7, status: "pending" };
    expect(JSON.parse(stdout)).toEqual({ pet, got: pet, listed: [pet], code: "invalid_request" });
  } finally {
    await rm(folder, { recursive: true });
    await api.close();
  }
}, 60_000);

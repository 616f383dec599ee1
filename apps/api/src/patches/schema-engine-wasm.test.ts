import { expect, it } from "vitest";
import { loadSchemaEngine } from "./schema-engine-wasm.js";

it("Prisma's schema engine is loaded once", async () => {
  const engine = await loadSchemaEngine();
  expect(engine).toHaveProperty("SchemaEngine");
  expect(await loadSchemaEngine()).toBe(engine);
});

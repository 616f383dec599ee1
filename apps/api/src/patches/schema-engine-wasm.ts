import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";

const instantiate = async (): Promise<typeof engineModule> => {
  const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasm = await readFile(join(dirname(glue), "schema_engine_bg.wasm"));
  const imports: Record<string, WebAssembly.ImportValue> = { ...engineModule };
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": imports });
  const { __wbg_set_wasm: useWasm } = engineModule;
  useWasm(instance.exports);
  const start = instance.exports["__wbindgen_start"];
  if (typeof start === "function") start();
  return engineModule;
};

let loading: Promise<typeof engineModule> | undefined;

/** There is only one instance, because the engine has global state. */
export const loadSchemaEngine = (): Promise<typeof engineModule> => {
  loading ??= instantiate();
  return loading;
};

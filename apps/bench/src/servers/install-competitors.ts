import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packagesOf } from "./packages-of.js";

const competitors = fileURLToPath(new URL("../../competitors/", import.meta.url));

const { changedAt, run, installPackages } = packagesOf(competitors);

export const installCompetitors = (report: (line: string) => void): void => {
  installPackages(() => report("installing the competitors' packages (once)"));
  if (changedAt("generated/index.js") < changedAt("schema.prisma")) {
    report("generating the competitor's Prisma client");
    const api = createRequire(import.meta.resolve("@petstore/api/package.json"));
    const prisma = join(dirname(api.resolve("prisma/package.json")), "build", "index.js");
    // The comment in apps/api/scripts/generate-client.mjs explains why Node replaces the engine.
    run(process.execPath, [prisma, "generate", "--no-hints", "--schema", "schema.prisma"], {
      CHECKPOINT_DISABLE: "1",
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    });
  }
};

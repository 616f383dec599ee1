// Writes the report of the public types from dist, which must be built. A test fails while the committed one is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { apiReport } from "../dist/generate/api-report.js";

const fileOf = (path) => new URL(`../${path}`, import.meta.url);
writeFileSync(
  fileOf("api-report.md"),
  apiReport((path) => readFileSync(fileOf(path), "utf8")),
);

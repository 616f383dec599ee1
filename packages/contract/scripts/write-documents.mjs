// Writes the committed OpenAPI documents from the contract. A test fails while they differ from it.
import { writeFile } from "node:fs/promises";
import { generateDocument } from "../dist/openapi.js";

const write = async (file, stability) =>
  writeFile(new URL(`../${file}`, import.meta.url), `${JSON.stringify(await generateDocument(stability), null, 2)}\n`);

await write("openapi.json");
await write("openapi.stable.json", "stable");

// Writes the committed files that are generated from the contract. Tests fail while they differ from it.
import { writeFile } from "node:fs/promises";
import { clientRoutesSource } from "../dist/client-routes-source.js";
import { generateAuthDocument, generateDocument } from "../dist/openapi.js";

const write = (file, text) => writeFile(new URL(`../${file}`, import.meta.url), text);
const writeJson = (file, document) => write(file, `${JSON.stringify(document, null, 2)}\n`);

await writeJson("openapi.json", await generateDocument());
await writeJson("openapi.stable.json", await generateDocument("stable"));
await writeJson("openapi.auth.json", await generateAuthDocument());
await write("src/client-routes.ts", clientRoutesSource());

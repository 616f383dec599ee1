// Writes the committed files that are generated from the contract. Tests fail while they differ from it.
import { writeFile } from "node:fs/promises";
import { generatedFiles } from "../dist/generate/files.js";

const files = Object.entries(await generatedFiles());
await Promise.all(files.map(([file, text]) => writeFile(new URL(`../${file}`, import.meta.url), text)));

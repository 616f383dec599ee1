// Writes the version of the package, and the committed files that are generated from the contract. Tests fail while they
// differ from it. A release sets the version itself.
import { readFileSync, writeFileSync } from "node:fs";
import { generatedFiles } from "../dist/generate/files.js";
import { writeVersionAndDates } from "./changesets.mjs";

const at = (path) => new URL(`../${path}`, import.meta.url);

if (!process.argv.includes("--release")) writeVersionAndDates();
const { version } = JSON.parse(readFileSync(at("package.json"), "utf8"));
for (const [file, text] of Object.entries(await generatedFiles(version))) writeFileSync(at(file), text);

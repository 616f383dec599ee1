// Records the current documents as the released ones, which later documents must not break. Run it only at a release.
import { copyFile, mkdir, writeFile } from "node:fs/promises";

const at = (path) => new URL(`../${path}`, import.meta.url);

await mkdir(at("released/"), { recursive: true });
for (const file of ["openapi.json", "openapi.stable.json", "openapi.auth.json"]) {
  await copyFile(at(file), at(`released/${file}`));
}
await writeFile(at("released/accepted-breaks.json"), "{}\n");

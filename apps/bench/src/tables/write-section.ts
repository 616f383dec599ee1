import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../../../../docs/benchmarks.md", import.meta.url));

export const writeSection = (name: string, text: string): void => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const document = readFileSync(file, "utf8");
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/benchmarks.md has no "${begin}".`);
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`);
};

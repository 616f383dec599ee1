import type { FirstStart } from "./first-start.js";

/** What a start says on standard output: where the service is, and how to make a first request. */
export const greeting = (address: string, firstStart: FirstStart | undefined): string => {
  const base = `${address}/v1`;
  const lines = ["", "  Pet Store is running.", "", `  API       ${base}`, `  Document  ${base}/openapi.json`];
  if (firstStart === undefined) {
    lines.push("", "  Need a key?  npx pnpm petstore keys create --name my-key --scope write");
  } else {
    const { key, sampleAnimals } = firstStart;
    lines.push(`  Key       ${key}`, "            (shown this once; scope admin)", "");
    if (sampleAnimals > 0) lines.push(`  ${sampleAnimals} sample animals are in the store.`);
    lines.push("  Try:", "", `  curl -H "Authorization: Bearer ${key}" "${base}/pets?limit=3"`);
  }
  return `${lines.join("\n")}\n\n`;
};

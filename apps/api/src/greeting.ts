import type { FirstStart } from "./first-start.js";

/** What a start says on standard output: where the service is, who may sign in, and how to make a first request. */
export const greeting = (address: string, firstStart: FirstStart | undefined): string => {
  const base = `${address}/v1`;
  const lines = ["", "  Pet Store is running.", "", `  API       ${base}`, `  Document  ${base}/openapi.json`];
  if (firstStart === undefined) {
    lines.push("", "  Need a key?  npx pnpm petstore keys create --name my-key --scope write");
  } else {
    const { key, email, password, sampleAnimals } = firstStart;
    lines.push(`  Key       ${key}`, "            (shown this once; scope admin)");
    lines.push(`  Owner     ${email}`, `  Password  ${password}`, "            (shown this once; change it soon)", "");
    if (sampleAnimals > 0) lines.push(`  ${sampleAnimals} sample animals are in the store.`);
    lines.push("  Try:", "", `  curl -H "Authorization: Bearer ${key}" "${base}/pets?limit=3"`);
  }
  return `${lines.join("\n")}\n\n`;
};

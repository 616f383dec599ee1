// Sums what vitest has counted in each package: the plain closing line of a CI run.
import { readdirSync, readFileSync } from "node:fs";

const packages = ["apps", "packages"].flatMap((room) => readdirSync(room).map((name) => `${room}/${name}`));
let passed = 0;
let failed = 0;
const hasTests = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).scripts?.test !== undefined;
for (const folder of packages.filter(hasTests)) {
  try {
    const results = JSON.parse(readFileSync(`${folder}/.turbo/test-results.json`, "utf8"));
    passed += results.numPassedTests;
    failed += results.numFailedTests + (results.success || results.numFailedTests > 0 ? 0 : 1);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    // Its tests did not run: that is no success.
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);

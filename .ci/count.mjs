// Sums the test results of all packages: the last line of a CI run.
import { readdirSync, readFileSync } from "node:fs";

const packages = ["apps", "packages"].flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`));
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
    // Tests that did not run count as a failure.
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);

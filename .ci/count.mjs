// Sums the test results of all packages: the last line of a CI run.
import { readdirSync, readFileSync } from "node:fs";

const packages = ["apps", "packages"].flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`));
let passed = 0;
let failed = 0;
const resultFiles = { test: "test-results.json", "test:short-proofs": "short-proof-results.json" };
const resultsOf = (folder) => {
  const { scripts = {} } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return Object.keys(resultFiles).flatMap((name) => (name in scripts ? `${folder}/.turbo/${resultFiles[name]}` : []));
};
for (const file of packages.flatMap(resultsOf)) {
  try {
    const results = JSON.parse(readFileSync(file, "utf8"));
    passed += results.numPassedTests;
    failed += results.numFailedTests + (results.success || results.numFailedTests > 0 ? 0 : 1);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    // Tests that did not run count as a failure.
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);

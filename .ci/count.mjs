// Names the failed tests of all packages, and sums their results: the end of a CI run.
import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const packages = ["apps", "packages"].flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`));
const failures = [];
let passed = 0;
let failed = 0;
const resultFiles = { test: "test-results.json", "test:short-proofs": "short-proof-results.json" };
const resultsOf = (folder) => {
  const { scripts = {} } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return Object.keys(resultFiles).flatMap((name) => (name in scripts ? `${folder}/.turbo/${resultFiles[name]}` : []));
};
// A file whose tests all passed can fail as well: its hooks threw, or it did not load.
const failuresOf = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name);
      const tests = assertionResults.filter(({ status }) => status === "failed");
      if (tests.length === 0) return [`${file}: ${firstLines(message)}`];
      return tests.map(
        ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLines(failureMessages.join("\n"))}`,
      );
    });
const firstLines = (message) => message.split("\n").slice(0, 3).join("\n    ").slice(0, 1000);

for (const file of packages.flatMap(resultsOf)) {
  try {
    const results = JSON.parse(readFileSync(file, "utf8"));
    passed += results.numPassedTests;
    failed += results.numFailedTests + (results.success || results.numFailedTests > 0 ? 0 : 1);
    failures.push(...failuresOf(results));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    // Tests that did not run count as a failure.
    failed += 1;
    failures.push(`${file}: missing, its tests did not run`);
  }
}
for (const failure of failures) console.log(`Failed: ${failure}`);
console.log(`${passed} passed, ${failed} failed`);

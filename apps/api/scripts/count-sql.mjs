// Counts the SQL statements of the service outside `database/` and `cli/`, and checks the list of files that may
// contain SQL (docs/decisions/0119-models-and-sql.md). `node scripts/count-sql.mjs` prints the counts, and a test runs
// it too.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { budget, reasons } from "./sql-files.mjs";

const source = new URL("../src/", import.meta.url);
const isCounted = (path) => path.endsWith(".ts") && !/\.test\.ts$|^(?:generated|database|cli)\/|^cli\.ts$/.test(path);

// A statement begins at the start of a string literal. A part of a statement that is a literal of its own, such as a
// subquery, counts as well.
const begins =
  /["`]\s*(?:WITH\b|SELECT\b|INSERT INTO\b|UPDATE [a-z_$]|DELETE FROM\b|LOCK TABLE\b|NOTIFY\b|LISTEN\b|SET LOCAL\b)/g;

/** Returns the number of statements in each file that contains SQL. */
export const countStatements = () => {
  const paths = readdirSync(source, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const counts = new Map();
  for (const path of paths.filter(isCounted).toSorted((one, other) => (one < other ? -1 : 1))) {
    const count = readFileSync(new URL(path, source), "utf8").match(begins)?.length ?? 0;
    if (count > 0) counts.set(path, count);
  }
  return counts;
};

/** Returns sentences that say what is wrong: files that are not in the list, and too many statements. */
export const findProblems = (counts = countStatements()) => {
  const listed = Object.values(reasons).flat();
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [
    ...[...counts.keys()]
      .filter((path) => !listed.includes(path))
      .map((path) => `src/${path} has SQL; use Prisma's models, or add it to scripts/sql-files.mjs with its reason`),
    ...(total > budget ? [`there are ${total} statements of SQL, more than ${budget}; use Prisma's models`] : []),
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const counts = countStatements();
  for (const [path, count] of counts) console.log(`${String(count).padStart(4)}  ${path}`);
  console.log(
    `${String([...counts.values()].reduce((sum, count) => sum + count, 0)).padStart(4)}  in ${counts.size} files`,
  );
  const problems = findProblems(counts);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

import { type Problem, problem, type StoreCheck } from "./check.js";

type Settings = {
  readonly encoding: string;
  readonly isCollationCurrent: boolean;
  readonly recordedVersion: string | null;
  readonly actualVersion: string | null;
  readonly hasTrigrams: boolean;
};

const select = `SELECT current_setting('server_encoding') AS encoding, datcollversion AS "recordedVersion",
    pg_database_collation_actual_version(oid) AS "actualVersion",
    datcollversion IS NOT DISTINCT FROM pg_database_collation_actual_version(oid) AS "isCollationCurrent",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigrams"
  FROM pg_database WHERE datname = current_database()`;

const problemsOf = (settings: Settings): readonly Problem[] => {
  const { encoding, isCollationCurrent, recordedVersion, actualVersion, hasTrigrams } = settings;
  const problems: Problem[] = [];
  if (encoding !== "UTF8") {
    const remedy = "restore a dump into a database created with ENCODING 'UTF8'";
    problems.push(problem("encoding", `the database's encoding is ${encoding}, but names need UTF8`, remedy));
  }
  // If the indexes were sorted with another version of the library, searches in them may miss existing rows.
  if (!isCollationCurrent) {
    const rule = `the indexes were sorted by version ${recordedVersion ?? "(none)"} of the collation, but this server has ${actualVersion ?? "(none)"}`;
    const remedy = "stop the service, run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION";
    problems.push(problem("collation", rule, remedy));
  }
  if (!hasTrigrams) {
    const remedy = "CREATE EXTENSION pg_trgm, then create the indexes named …_trgm_idx as their migrations do";
    problems.push(
      problem(
        "pg_trgm",
        "it is not installed, but searches for pets, orders and customers need this extension",
        remedy,
      ),
    );
  }
  return problems;
};

export const databaseCheck: StoreCheck = {
  name: "database",
  verifies: "The encoding is UTF8, the indexes were sorted by the current collation, and pg_trgm is installed.",
  run: async (query) => (await query<Settings>(select, [])).flatMap(problemsOf),
};

import type { Pool } from "pg";
import { Prisma } from "../../src/generated/client.js";

/** The fields of EXPLAIN's nodes that tests read. */
export type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Plan Rows": number;
  "Index Cond"?: string;
  Filter?: string;
  "One-Time Filter"?: string;
  "Startup Cost": number;
  "Total Cost": number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap((inner) => nodesOf(inner))];

/** PostgreSQL's cost of a page that it reads in order (seq_page_cost). */
const PAGE_COST = 1;

/** A scan of an empty partition costs less than one page, and a condition that is never true costs nothing. */
const isFree = (node: Plan) =>
  node["One-Time Filter"] === "false" ||
  (node["Node Type"] === "Seq Scan" && node["Total Cost"] - node["Startup Cost"] < PAGE_COST);
const isOfNothing = ({ Plans = [] }: Plan) => Plans.length > 0 && Plans.every(isFree);

export const sortsOf = (nodes: Plan[]) =>
  nodes.filter((node) => node["Node Type"].includes("Sort") && !isOfNothing(node));

export const scansOf = (nodes: Plan[], table: string) =>
  nodes.filter((node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === table && !isFree(node));

/** Maps each partition, and each index of a partition, to the table or index that it is part of. */
const readWholes = async (pool: Pool): Promise<Map<string, string>> => {
  const { rows } = await pool.query<{ part: string; whole: string }>(
    "SELECT inhrelid::regclass::text AS part, inhparent::regclass::text AS whole FROM pg_inherits",
  );
  return new Map(rows.map(({ part, whole }) => [part, whole]));
};

/**
 * Returns all nodes of the plan of a statement. For partitions and their indexes, it returns the names of the whole
 * table or index.
 */
export const explain = async (pool: Pool, statement: Prisma.Sql): Promise<Plan[]> => {
  const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(Prisma.sql`EXPLAIN (FORMAT JSON) ${statement}`);
  const wholes = await readWholes(pool);
  const wholeOf = (name: string) => wholes.get(name) ?? name;
  return rows
    .flatMap((row) => nodesOf(row["QUERY PLAN"][0].Plan))
    .map((node) => {
      const { "Relation Name": table, "Index Name": index } = node;
      return {
        ...node,
        ...(table !== undefined && { "Relation Name": wholeOf(table) }),
        ...(index !== undefined && { "Index Name": wholeOf(index) }),
      };
    });
};

export const indexesIn = (plans: Plan[][]): Set<string> =>
  new Set(plans.flat().flatMap((node) => node["Index Name"] ?? []));

export const indexesOf = async (pool: Pool, table: string): Promise<Set<string>> => {
  const { rows } = await pool.query(
    "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = $1::regclass",
    [table],
  );
  return new Set(rows.map(({ name }) => name));
};

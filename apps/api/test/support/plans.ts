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
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap((inner) => nodesOf(inner))];

export const sortsOf = (nodes: Plan[]) => nodes.filter((node) => node["Node Type"].includes("Sort"));

export const scansOf = (nodes: Plan[], table: string) =>
  nodes.filter((node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === table);

/** All nodes of a statement's plan. */
export const explain = async (pool: Pool, statement: Prisma.Sql): Promise<Plan[]> => {
  const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(Prisma.sql`EXPLAIN (FORMAT JSON) ${statement}`);
  return rows.flatMap((row) => nodesOf(row["QUERY PLAN"][0].Plan));
};

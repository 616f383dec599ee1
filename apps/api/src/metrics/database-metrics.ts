import type { Pool } from "pg";
import type { Database } from "../database/open-database.js";
import { counter, gauge, type Metric } from "./metric.js";

type MeasuredDatabase = Pick<Database, "pool" | "privatePostgres"> & { readonly reads: { readonly pool: Pool } };

/**
 * Each worker watches the private PostgreSQL. It is reported as running if all workers see it, and the reported number
 * of restarts is the highest that any worker has counted.
 */
const privatePostgresMetrics = ({ privatePostgres }: MeasuredDatabase): Metric[] => {
  if (privatePostgres === undefined) return [];
  const { isRunning, restarts } = privatePostgres();
  return [
    gauge("petstore_private_postgres_running", "1 while the private PostgreSQL is running.", Number(isRunning), "min"),
    counter(
      "petstore_private_postgres_restarts_total",
      "How often the private PostgreSQL died and was started again.",
      restarts,
      "max",
    ),
  ];
};

export const readDatabaseMetrics = (database: MeasuredDatabase): Metric[] => {
  const pools = [
    ["changes", database.pool],
    ["reads", database.reads.pool],
  ] as const;
  return [
    gauge(
      "petstore_pool_connections",
      "Open connections to PostgreSQL.",
      pools.flatMap(([pool, { totalCount, idleCount }]) => [
        [{ pool, state: "busy" }, totalCount - idleCount] as const,
        [{ pool, state: "idle" }, idleCount] as const,
      ]),
    ),
    gauge(
      "petstore_pool_waiting",
      "Units of work that wait for a connection.",
      pools.map(([pool, { waitingCount }]) => [{ pool }, waitingCount]),
    ),
    ...privatePostgresMetrics(database),
  ];
};

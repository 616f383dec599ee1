import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  DriverAdapterError,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import { DatabaseError, type Pool } from "pg";

const charTypeId = 18;

/** Prisma's adapter, with what its schema engine needs and it lacks. */
export function createEngineAdapter(pool: Pool, schema: string): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool, { schema });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => mend(await factory.connect(), pool),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}

function mend(adapter: SqlDriverAdapter, pool: Pool): SqlDriverAdapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = (query) =>
    queryRaw(query).catch((error: unknown) => {
      if (isDriverAdapterError(error) && error.cause.kind === "UnsupportedNativeDataType") {
        return queryCharsAsText(query, pool, queryRaw);
      }
      throw error;
    });
  // The adapter cuts a script at every semicolon, those within strings and function bodies too. Sent whole, it is
  // also one transaction: a migration that fails leaves nothing behind.
  adapter.executeScript = async (script) => {
    // Not `pool.query`, which gives up the connection, and with it the advisory lock, after any error.
    const client = await pool.connect();
    await client
      .query(script)
      .catch(rethrowForEngine)
      .finally(() => client.release());
  };
  return adapter;
}

function rethrowForEngine(error: unknown): never {
  if (error instanceof DatabaseError) {
    const { code = "", severity = "", message, detail, column, hint } = error;
    throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
  }
  throw error;
}

// The adapter does not know PostgreSQL's one-byte type "char", which the system catalogue is full of.
async function queryCharsAsText(
  query: SqlQuery,
  pool: Pool,
  queryRaw: SqlDriverAdapter["queryRaw"],
): Promise<SqlResultSet> {
  const { fields } = await pool.query({ text: query.sql, values: query.args });
  const columns = fields.map(({ name, dataTypeID }) => `"${name}"${dataTypeID === charTypeId ? "::text" : ""}`);
  const sql = `SELECT ${columns.join(", ")} FROM (${query.sql.trim().replace(/;$/, "")}) AS described`;
  const result = await queryRaw({ ...query, sql });
  fields.forEach(({ dataTypeID }, index) => {
    if (dataTypeID === charTypeId) {
      result.columnTypes[index] = ColumnTypeEnum.Character;
    }
  });
  return result;
}

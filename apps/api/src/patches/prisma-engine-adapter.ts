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

const CHAR_TYPE_ID = 18;

const rethrowForEngine = (error: unknown): never => {
  if (error instanceof DatabaseError) {
    const { code = "", severity = "", message, detail, column, hint } = error;
    throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
  }
  throw error;
};

const queryCharsAsText = async (
  query: SqlQuery,
  pool: Pool,
  queryRaw: SqlDriverAdapter["queryRaw"],
): Promise<SqlResultSet> => {
  const { fields } = await pool.query({ text: query.sql, values: query.args });
  const columns = fields.map(({ name, dataTypeID }) => `"${name}"${dataTypeID === CHAR_TYPE_ID ? "::text" : ""}`);
  const sql = `SELECT ${columns.join(", ")} FROM (${query.sql.trim().replace(/;$/, "")}) AS described`;
  const result = await queryRaw({ ...query, sql });
  fields.forEach(({ dataTypeID }, index) => {
    if (dataTypeID === CHAR_TYPE_ID) result.columnTypes[index] = ColumnTypeEnum.Character;
  });
  return result;
};

const patch = (
  adapter: SqlDriverAdapter,
  pool: Pool,
  onFailedScript: (error: unknown) => void = () => {},
): SqlDriverAdapter => {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = (query) =>
    queryRaw(query).catch((error: unknown) => {
      if (isDriverAdapterError(error) && error.cause.kind === "UnsupportedNativeDataType") {
        return queryCharsAsText(query, pool, queryRaw);
      }
      throw error;
    });
  // One simple query is also one transaction: a migration that fails leaves nothing behind.
  adapter.executeScript = async (script) => {
    // Not `pool.query`, which closes the connection after an error, and releases its advisory lock.
    const client = await pool.connect();
    await client
      .query(script)
      .catch((error: unknown) => {
        onFailedScript(error);
        return rethrowForEngine(error);
      })
      .finally(() => client.release());
  };
  return adapter;
};

const connected = new WeakMap<Pool, SqlDriverAdapter>();

/** Prisma's adapter splits scripts at every semicolon, also inside function bodies, and refuses the type "char". */
export const createEngineAdapter = (
  pool: Pool,
  schema: string,
  onFailedScript?: (error: unknown) => void,
): SqlMigrationAwareDriverAdapterFactory => {
  const factory = new PrismaPg(pool, { schema });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      // An adapter listens to its pool until then, and a migration that is repeated opens one after the other.
      await connected.get(pool)?.dispose();
      const adapter = patch(await factory.connect(), pool, onFailedScript);
      connected.set(pool, adapter);
      return adapter;
    },
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
};

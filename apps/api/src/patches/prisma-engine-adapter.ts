import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import type { Pool } from "pg";

const CHAR_TYPE_ID = 18;

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

const patch = (adapter: SqlDriverAdapter, pool: Pool): SqlDriverAdapter => {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = (query) =>
    queryRaw(query).catch((error: unknown) => {
      if (isDriverAdapterError(error) && error.cause.kind === "UnsupportedNativeDataType") {
        return queryCharsAsText(query, pool, queryRaw);
      }
      throw error;
    });
  return adapter;
};

/** Adds support for the type "char", which PostgreSQL's catalogue uses and Prisma's adapter refuses. */
export const createEngineAdapter = (pool: Pool, schema: string): SqlMigrationAwareDriverAdapterFactory => {
  const factory = new PrismaPg(pool, { schema });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => patch(await factory.connect(), pool),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
};

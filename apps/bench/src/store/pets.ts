import type { Client } from "pg";

export const CATEGORIES = 50;

/**
 * The range of ids is the same for every size of catalogue, so that each size has the same number of different cursors.
 */
export const GROWTH_IDS = 10_000_000;

const firstNames =
  "Bella,Max,Luna,Charlie,Lucy,Cooper,Daisy,Milo,Sadie,Rocky,Molly,Buddy,Lola,Bear,Chloe,Duke,Penny,Tucker,Zoe,Jack,Princess,Oliver,Coco,Teddy,Ruby,Winston,Rosie,Leo,Gracie,Thor,Nala,Gus,Mia,Rex,Ginger,Apollo,Pepper,Ziggy,Olive,Moose";
const lastNames =
  "Blue,Star,the Great,of Barton Springs,Whiskers,Junior,von Wolfenstein,Bean,Marie,McFluff,Rose,Potter,Sunshine,Peanut Butter,the Third,Bo";

/** The values are derived from a hash of the number, so that every range of ids has the same mixture. */
const fill = `
  INSERT INTO pet (id, name, category_id, status)
  SELECT n * $2::bigint,
    CASE WHEN h % 100 < 15 THEN 'A' || (600000 + h % 300000)
      WHEN h % 100 < 65 THEN first.names[1 + h % array_length(first.names, 1)]
      ELSE first.names[1 + h % array_length(first.names, 1)] || ' ' || last.names[1 + h / 64 % array_length(last.names, 1)]
    END,
    1 + h / 128 % ${CATEGORIES},
    (CASE WHEN h / 4096 % 10 < 6 THEN 'sold' WHEN h / 4096 % 10 < 9 THEN 'pending' ELSE 'available' END)::pet_status
  FROM generate_series(1, $1::bigint) AS n,
    LATERAL (SELECT hashint8extended(n, 0) & 2147483647 AS h) AS hash,
    LATERAL (SELECT string_to_array('${firstNames}', ',') AS names) AS first,
    LATERAL (SELECT string_to_array('${lastNames}', ',') AS names) AS last`;

/** Fills an empty store and then builds the indexes, which is faster. @param step - The distance between two ids. */
export const fillStore = async (client: Client, count: number, step = 1): Promise<void> => {
  // This disables all triggers. The rows already satisfy what the triggers would check.
  await client.query("SET session_replication_role = replica; SET maintenance_work_mem = '1GB'");
  await client.query(`INSERT INTO category (id, name) SELECT n, 'Category ' || n FROM generate_series(1, $1) AS n`, [
    CATEGORIES,
  ]);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = 'pet'::regclass AND NOT indisunique`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query(fill, [count, step]);
  for (const { definition } of indexes) await client.query(definition);
  await client.query(
    `SELECT setval(pg_get_serial_sequence('pet', 'id'), max(id)),
       setval(pg_get_serial_sequence('category', 'id'), ${CATEGORIES}) FROM pet`,
  );
  // Otherwise autovacuum would do this during a run.
  await client.query("VACUUM (FREEZE, ANALYZE) pet");
  await client.query("VACUUM (FREEZE, ANALYZE) category");
};

/** Drops the triggers that notify the service of changes, because the competitors do not need them. */
export const dropTriggers = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string; relation: string }>(
    `SELECT quote_ident(tgname) AS name, tgrelid::regclass::text AS relation FROM pg_trigger
     WHERE NOT tgisinternal AND tgrelid IN ('pet'::regclass, 'category'::regclass)`,
  );
  for (const { name, relation } of rows) await client.query(`DROP TRIGGER ${name} ON ${relation}`);
};

export type Ledger = {
  readonly created: Set<string>;
  /** The names that were sent, with or without a response. None may be stored twice. */
  readonly attempted: Set<string>;
  readonly renamed: Map<number, string>;
  readonly ordered: Set<number>;
  readonly revoked: Set<number>;
};

export const createLedger = (): Ledger => ({
  created: new Set(),
  attempted: new Set(),
  renamed: new Map(),
  ordered: new Set(),
  revoked: new Set(),
});

export type Losses = { readonly lost: number; readonly doubled: number };

type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Counts acknowledged writes that are missing in the database, and pets that are in it more than once. */
export const findLosses = async (query: Query, ledger: Ledger): Promise<Losses> => {
  const count = async (text: string, ...values: unknown[]) =>
    Number((await query<{ count: string }>(text, values))[0]?.count ?? Number.NaN);
  const lost = await Promise.all([
    count(
      "SELECT count(*) FROM unnest($1::text[]) AS made (name) WHERE NOT EXISTS (SELECT FROM pet WHERE pet.name = made.name)",
      [...ledger.created],
    ),
    count(
      `SELECT count(*) FROM unnest($1::bigint[], $2::text[]) AS renamed (id, name)
       WHERE NOT EXISTS (SELECT FROM pet WHERE pet.id = renamed.id AND pet.name = renamed.name)`,
      [...ledger.renamed.keys()],
      [...ledger.renamed.values()],
    ),
    count(
      `SELECT count(*) FROM unnest($1::bigint[]) AS placed (id)
       WHERE NOT EXISTS (SELECT FROM store_order WHERE store_order.id = placed.id)`,
      [...ledger.ordered],
    ),
    count("SELECT count(*) FROM api_key WHERE id = ANY ($1::bigint[]) AND revoked_at IS NULL", [...ledger.revoked]),
  ]);
  const doubled = await count(
    `SELECT coalesce(sum(copies - 1), 0) AS count
     FROM (SELECT count(*) AS copies FROM pet WHERE name = ANY ($1::text[]) GROUP BY name) AS made WHERE copies > 1`,
    [...ledger.attempted],
  );
  return { lost: lost.reduce((sum, each) => sum + each, 0), doubled };
};

import type { Query } from "./query.js";

/** The settings that are compared with the store at each start, by their variables. */
export const sharedSettings = ["AUTH_SECRET", "PHOTO_STORE"] as const;
type SharedSetting = (typeof sharedSettings)[number];

/** An empty value means that a person has forgotten the setting, and undefined that no start has recorded it yet. */
export const readShared = async (query: Query, name: SharedSetting): Promise<string | undefined> =>
  (await query<{ value: string }>("SELECT value FROM shared_setting WHERE name = $1", [name]))[0]?.value;

/** Replaces the value that was read. @returns false if another process has changed it in the meantime. */
export const writeShared = async (
  query: Query,
  name: SharedSetting,
  { from, to }: { readonly from: string | undefined; readonly to: string },
): Promise<boolean> => {
  const rows = await query(
    from === undefined
      ? "INSERT INTO shared_setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name"
      : "UPDATE shared_setting SET value = $2 WHERE name = $1 AND value = $3 RETURNING name",
    from === undefined ? [name, to] : [name, to, from],
  );
  return rows.length > 0;
};

/** The next start accepts each value of the setting. */
export const forgetShared = async (query: Query, name: SharedSetting): Promise<void> => {
  await query("INSERT INTO shared_setting (name, value) VALUES ($1, '') ON CONFLICT (name) DO UPDATE SET value = ''", [
    name,
  ]);
};

/** Tells whether a photo needs a file of the bucket. */
export const hasBucketFiles = async (query: Query): Promise<boolean> =>
  (await query("SELECT FROM media_object WHERE unreferenced_since IS NULL LIMIT 1", [])).length > 0;

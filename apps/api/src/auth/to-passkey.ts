import type { Passkey } from "../generated/client.js";

/** Without its key. */
export const toPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id: Number(id),
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt === null ? null : lastUsedAt.toISOString(),
});

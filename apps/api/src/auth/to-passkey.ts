import type { Passkey } from "../generated/client.js";

/** Returns the body of a passkey, without the key itself. */
export const toPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id: Number(id),
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt === null ? null : lastUsedAt.toISOString(),
});

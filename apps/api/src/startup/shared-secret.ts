import { randomBytes } from "node:crypto";
import type { PrismaClient } from "../generated/client.js";

const SECRET_BYTES = 32;

/**
 * A secret of the store, which all its replicas share: the first one makes it and the others read it, for the insert of a
 * second one does nothing.
 */
export const sharedSecret = async (db: Pick<PrismaClient, "serviceSecret">, name: string): Promise<Uint8Array> => {
  await db.serviceSecret.createMany({ data: { name, value: randomBytes(SECRET_BYTES) }, skipDuplicates: true });
  return (await db.serviceSecret.findUniqueOrThrow({ where: { name } })).value;
};

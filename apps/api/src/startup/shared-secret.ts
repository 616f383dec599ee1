import { randomBytes } from "node:crypto";
import type { PrismaClient } from "../generated/client.js";

const SECRET_BYTES = 32;

/** The first replica inserts it; later inserts do nothing. */
export const sharedSecret = async (db: Pick<PrismaClient, "serviceSecret">, name: string): Promise<Uint8Array> => {
  await db.serviceSecret.createMany({ data: { name, value: randomBytes(SECRET_BYTES) }, skipDuplicates: true });
  return (await db.serviceSecret.findUniqueOrThrow({ where: { name } })).value;
};

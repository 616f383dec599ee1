import type { Actor } from "@petstore/contract";
import { changeAccounts } from "./accounts/change-accounts.js";
import { createAccount } from "./accounts/create-account.js";
import { randomPassword } from "./accounts/random-password.js";
import { openStaffAuth } from "./accounts/staff-auth.js";
import { makeApiKey } from "./api-keys/make-api-key.js";
import { transact } from "./database/transact.js";
import type { Deps } from "./deps.js";
import type { Change } from "./operation.js";
import { sampleCatalogue } from "./sample-catalogue.js";

/** What a first start has made: the owner and the key, which are shown once, and the number of sample animals. */
export type FirstStart = {
  readonly email: string;
  readonly password: string;
  readonly key: string;
  readonly sampleAnimals: number;
};

const actor: Actor = { kind: "system", id: null, name: "first start" };
const owner = { email: "owner@petstore.internal", name: "Owner", role: "owner" } as const;

const loadSample = async ({ tx, record }: Pick<Change, "tx" | "record">): Promise<number> => {
  let imported = 0;
  for (const [name, animals] of Object.entries(sampleCatalogue)) {
    const pets = { create: animals.map(([animal, status]) => ({ name: animal, status })) };
    await tx.category.create({ data: { name, pets } });
    imported += animals.length;
  }
  const categories = Object.keys(sampleCatalogue).length;
  const after = { source: "sample", imported, leftOut: 0, categories: { all: categories, new: categories } };
  record({ action: "catalogue.import", subject: { kind: "catalogue", id: null }, before: null, after });
  return imported;
};

/**
 * Makes the first owner and the first key of a store that has no account, and fills a private one that is empty with the
 * sample catalogue: all or nothing, once in the life of a store, for an account is disabled and never deleted. Of several
 * replicas, one finds that this is the first start: accounts are changed one at a time.
 */
export const prepareFirstStart = async (
  deps: Pick<Deps, "db" | "config" | "log" | "database">,
): Promise<FirstStart | undefined> => {
  if ((await deps.db.account.findFirst()) !== null) return undefined;
  const auth = await openStaffAuth(deps);
  const password = randomPassword();
  // It takes the processor, and nobody is to wait for that.
  const passwordHash = await auth.hashPassword(password);
  return transact(deps.db, (tx) =>
    changeAccounts(tx, actor, async (record) => {
      if ((await tx.account.findFirst()) !== null) return undefined;
      const { id, email } = await createAccount(auth, { tx, record }, { ...owner, passwordHash });
      const newKey = { name: "First key", scope: "admin", accountId: BigInt(id) } as const;
      const { key } = await makeApiKey({ tx, record }, deps.config.environment, newKey);
      const isSampleWanted = deps.database.isPrivate && (await tx.pet.findFirst()) === null;
      return { email, password, key, sampleAnimals: isSampleWanted ? await loadSample({ tx, record }) : 0 };
    }),
  );
};

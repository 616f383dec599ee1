import { rm } from "node:fs/promises";
import type { Actor, Attribute } from "@petstore/contract/routes";
import type { Invitation } from "@petstore/contract/auth";
import { changeAccounts } from "../auth/accounts/change-accounts.js";
import { createAccount } from "../auth/accounts/create-account.js";
import { ownOrigin } from "../auth/accounts/own-origin.js";
import { hashApiKey } from "../credentials/api-key-format.js";
import { makeApiKey } from "../credentials/api-keys/make-api-key.js";
import { writeCredentials } from "./credentials-file.js";
import { defineVocabulary } from "./define-vocabulary.js";
import { transact } from "../database/transact.js";
import type { Config } from "../config/config.js";
import type { Logger } from "pino";
import type { Database } from "../database/open-database.js";
import { creationOf } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import type { Db } from "../database/prisma-client.js";

export type FirstStart = Credentials & {
  readonly samplePetCount: number;
  readonly credentialsPath: string | undefined;
};

type Credentials = {
  readonly email: string;
  readonly invitation: Invitation;
  readonly key: string;
};

/**
 * Fills a store with animals.
 * @param attributes - The vocabulary; empty if the store already has attributes.
 * @returns The number of animals.
 */
export type LoadSample = (tx: Transaction, actor: Actor, attributes: readonly Attribute[]) => Promise<number>;

type Options = {
  readonly signal: AbortSignal;
  readonly isTerminal: boolean;
  /** The address at which the service listens. */
  readonly address: string;
};

const actor: Actor = { kind: "system", id: null, name: "first start" };
const owner = { email: "owner@petstore.internal", name: "Owner", role: "owner" } as const;

const credentialsText = ({ email, invitation, key }: Credentials) =>
  [
    `Key       ${key}`,
    `Owner     ${email}`,
    `Sign in   ${invitation.url}`,
    `          (chooses the password, once, before ${invitation.expiresAt})`,
    "",
  ].join("\n");

// The file is written inside the transaction, so that every committed first start has its credentials. If the outcome
// of the commit is unknown, the file is kept.
const createCredentialsFile = ({ db, config }: { readonly db: Db; readonly config: Config }) => {
  let written: { readonly path: string; readonly key: string } | undefined;
  const remove = async () => {
    if (written !== undefined) await rm(written.path, { force: true });
    written = undefined;
  };
  return {
    write: async (credentials: Credentials): Promise<string> => {
      await remove();
      const path = await writeCredentials(config.dataDir, credentialsText(credentials));
      written = { path, key: credentials.key };
      return path;
    },
    removeUnlessStored: async (): Promise<void> => {
      if (written === undefined) return;
      const hash = hashApiKey(written.key);
      const isStored = await db.apiKey.count({ where: { hash } }).catch(() => undefined);
      if (isStored === 0) await remove();
    },
  };
};

/** Happens only once for each store, in one transaction, because accounts are never deleted. */
export const prepareFirstStart = async (
  deps: {
    readonly db: Db;
    readonly config: Config;
    readonly log: Logger;
    readonly database: Database;
    readonly loadSample: LoadSample;
  },
  { signal, isTerminal, address }: Options,
): Promise<FirstStart | undefined> => {
  signal.throwIfAborted();
  // This queries with pg, because Prisma's query compiler takes 80 ms to load and few starts are first starts.
  if ((await deps.database.pool.query("SELECT 1 FROM account LIMIT 1")).rows.length > 0) return undefined;
  const file = createCredentialsFile(deps);
  const make = (tx: Transaction) =>
    changeAccounts(tx, actor, async (record) => {
      if ((await tx.account.findFirst()) !== null) return undefined;
      const origin = ownOrigin(deps.config, address);
      const { account, invitation } = await createAccount({ tx, record }, owner, origin);
      const { id, email } = account;
      const newKey = { name: "First key", scope: "admin", accountId: id } as const;
      const { key } = await makeApiKey({ tx, record }, deps.config.environment, newKey);
      const isSampleWanted = deps.database.isPrivate && (await tx.pet.findFirst()) === null;
      const attributes = await defineVocabulary(tx);
      const samplePetCount = isSampleWanted ? await deps.loadSample(tx, actor, attributes) : 0;
      if (!isSampleWanted) for (const attribute of attributes) record(creationOf("attribute", attribute));
      signal.throwIfAborted();
      const credentialsPath = isTerminal ? undefined : await file.write({ email, invitation, key });
      return { email, invitation, key, samplePetCount, credentialsPath };
    });
  try {
    return await transact(deps.db, make);
  } catch (error) {
    await file.removeUnlessStored();
    throw error;
  }
};

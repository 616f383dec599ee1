import type { ApiKey, CreatedApiKey, Scope } from "@petstore/contract/routes";
import { apiKeyStatusOf } from "../credentials/api-keys/api-key-status.js";
import { findApiKeys } from "../credentials/api-keys/api-key-row.js";
import { lockApiKey } from "../credentials/api-keys/lock-api-key.js";
import { makeApiKey } from "../credentials/api-keys/make-api-key.js";
import { planRevocation, revokeFamily } from "../credentials/api-keys/revoke-api-key.js";
import { replaceApiKey } from "../credentials/api-keys/rotate-api-key.js";
import { OperatorError } from "../config/operator-error.js";
import type { Transaction } from "../operation/operation.js";
import { keyOwner } from "./key-owner.js";
import { keyTable } from "./key-table.js";
import { asOperator } from "./operator.js";
import { print, type Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { minute } from "./words.js";

const utc = (time: Date | string) => `${minute(new Date(time))} UTC`;

const printMade = (shell: Shell, made: CreatedApiKey, ...facts: string[]): Promise<void> => {
  const lines = [made.key, "", ...facts, "Save it now: it is not stored and will not be shown again."];
  return print(shell, { text: lines.join("\n"), json: made });
};

const withStatus = (key: ApiKey, now = new Date()) => ({ ...key, status: apiKeyStatusOf(key, now) });

const titleOf = ({ id, name, createdBy, scope, expiresAt }: ApiKey): string => {
  const expiry = expiresAt === null ? "" : `, until ${utc(expiresAt)}`;
  return `Key ${id} "${name}" of ${createdBy.email}, scope ${scope}${expiry}.`;
};

const lockKey = async (tx: Transaction, id: number): Promise<ApiKey> => {
  const key = await lockApiKey(tx, id);
  if (key !== undefined) return key;
  throw new OperatorError("not_found", `There is no key ${id};`, "`petstore keys list` shows all keys.");
};

export type CreateOptions = { name: string; scope: Scope; expires?: Date; account?: string };

export const createKey = (shell: Shell, { name, scope, expires, account }: CreateOptions): Promise<void> =>
  withStore(shell, async ({ db }, { environment }) => {
    const made = await asOperator(db, async (change) => {
      const { id: accountId } = await keyOwner(change.tx, account, scope);
      return makeApiKey(change, environment, { name, scope, accountId, expiresAt: expires ?? null });
    });
    await printMade(shell, made, titleOf(made));
  });

export const listKeys = (shell: Shell): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const now = new Date();
    const keys = await findApiKeys(db);
    const none = "There are no keys yet; `petstore keys create --name NAME` creates one.";
    const text = keys.length > 0 ? keyTable(keys, now) : none;
    await print(shell, { text, json: keys.map((key) => withStatus(key, now)) });
  });

export type RevokeOptions = { descendants?: boolean; dryRun?: boolean };

const shown = ({ id, name, prefix, lastFour }: ApiKey) => `Key ${id} "${name}" (${prefix}…${lastFour})`;

/** Describes the key itself and, below it, the keys that were or would be revoked with it. */
const revocationText = (key: ApiKey, others: readonly ApiKey[], wouldBe: boolean): string => {
  const outcome = wouldBe ? "would be revoked" : "is revoked and refused from now on";
  const own = key.revokedAt === null ? outcome : `was already revoked on ${utc(key.revokedAt)}`;
  return [key, ...others].map((one) => `${shown(one)} ${one === key ? own : outcome}.`).join("\n");
};

export const revokeKey = (shell: Shell, id: number, { descendants, dryRun = false }: RevokeOptions): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const { key, apiKeys } = await asOperator(db, async (change) => {
      const locked = await lockKey(change.tx, id);
      if (dryRun) return { key: locked, ...(await planRevocation(change.tx, id, { descendants }, null)) };
      return { key: locked, apiKeys: await revokeFamily(change, id, { descendants }) };
    });
    const others = apiKeys.filter((one) => one.id !== id);
    const revoked = [apiKeys.find((one) => one.id === id) ?? key, ...others].map((one) => withStatus(one));
    const json = descendants || dryRun ? revoked : revoked[0];
    await print(shell, { text: revocationText(key, others, dryRun), json });
  });

export type RotateOptions = { overlap: number };

export const rotateKey = (shell: Shell, id: number, { overlap }: RotateOptions): Promise<void> =>
  withStore(shell, async ({ db }, { environment }) => {
    const { made, oldExpiry } = await asOperator(db, async (change) => {
      const old = await lockKey(change.tx, id);
      const now = new Date();
      const status = apiKeyStatusOf(old, now);
      if (status !== "active") {
        throw new OperatorError("conflict", `Key ${id} is ${status};`, "create another with `petstore keys create`.");
      }
      return replaceApiKey(change, environment, { old, latest: new Date(now.getTime() + overlap * 1000) });
    });
    const then = overlap === 0 ? "is refused from now on" : `expires on ${utc(oldExpiry)}`;
    await printMade(shell, made, titleOf(made), `It replaces key ${id}, which ${then}.`);
  });

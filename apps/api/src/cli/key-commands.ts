import type { ApiKey, CreatedApiKey, Scope } from "@petstore/contract";
import { apiKeyStateOf } from "../api-keys/api-key-state.js";
import { allApiKeys, lockApiKey } from "../api-keys/find-api-key.js";
import { makeApiKey } from "../api-keys/make-api-key.js";
import { markRevoked } from "../api-keys/revoke-api-key.js";
import { replaceApiKey } from "../api-keys/rotate-api-key.js";
import { OperatorError } from "../database/operator-error.js";
import type { Transaction } from "../operation/operation.js";
import { keyOwner } from "./key-owner.js";
import { keyTable } from "./key-table.js";
import { asOperator } from "./operator.js";
import { printLine, type Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { minute } from "./words.js";

const utc = (time: Date | string) => `${minute(new Date(time))} UTC`;

const printMade = (shell: Shell, made: CreatedApiKey, facts: string[], json: boolean | undefined): Promise<void> => {
  if (json === true) return printLine(shell, JSON.stringify(made));
  const lines = [made.key, "", ...facts, "Save it now: it is not stored and will not be shown again."];
  return printLine(shell, lines.join("\n"));
};

const titleOf = ({ id, name, createdBy, scope, expiresAt }: ApiKey): string => {
  const expiry = expiresAt === null ? "" : `, until ${utc(expiresAt)}`;
  return `Key ${id} "${name}" of ${createdBy.email}, scope ${scope}${expiry}.`;
};

const lockKey = async (tx: Transaction, id: number): Promise<ApiKey> => {
  const key = await lockApiKey(tx, id);
  if (key !== undefined) return key;
  throw new OperatorError(`There is no key ${id}; \`petstore keys list\` shows all keys.`);
};

export type CreateOptions = { name: string; scope: Scope; expires?: Date; account?: string; json?: boolean };

export const createKey = (shell: Shell, { name, scope, expires, account, json }: CreateOptions): Promise<void> =>
  withStore(shell, async ({ db }, { environment }) => {
    const made = await asOperator(db, async (change) => {
      const { id: accountId } = await keyOwner(change.tx, account, scope);
      return makeApiKey(change, environment, { name, scope, accountId, expiresAt: expires ?? null });
    });
    await printMade(shell, made, [titleOf(made)], json);
  });

export const listKeys = (shell: Shell, { json }: { json?: boolean }): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const now = new Date();
    const keys = await allApiKeys(db);
    if (json === true) {
      return printLine(shell, JSON.stringify(keys.map((key) => ({ ...key, state: apiKeyStateOf(key, now) }))));
    }
    if (keys.length > 0) return printLine(shell, keyTable(keys, now));
    return printLine(shell, "There are no keys yet; `petstore keys create --name NAME` creates one.");
  });

export const revokeKey = (shell: Shell, id: number): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const key = await asOperator(db, async (change) => {
      const before = await lockKey(change.tx, id);
      await markRevoked(change, before);
      return before;
    });
    const what = `Key ${id} "${key.name}" (${key.prefix}…${key.lastFour})`;
    if (key.revokedAt === null) return printLine(shell, `${what} is revoked and refused from now on.`);
    return printLine(shell, `${what} was already revoked on ${utc(key.revokedAt)}.`);
  });

export type RotateOptions = { overlap: number; json?: boolean };

export const rotateKey = (shell: Shell, id: number, { overlap, json }: RotateOptions): Promise<void> =>
  withStore(shell, async ({ db }, { environment }) => {
    const { made, oldExpiry } = await asOperator(db, async (change) => {
      const old = await lockKey(change.tx, id);
      const now = new Date();
      const state = apiKeyStateOf(old, now);
      if (state !== "active") {
        throw new OperatorError(`Key ${id} is ${state}; create another with \`petstore keys create\`.`);
      }
      return replaceApiKey(change, environment, old, new Date(now.getTime() + overlap * 1000));
    });
    const then = overlap === 0 ? "is refused from now on" : `expires on ${utc(oldExpiry)}`;
    await printMade(shell, made, [titleOf(made), `It replaces key ${id}, which ${then}.`], json);
  });

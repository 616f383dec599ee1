import type { ApiKey, CreatedApiKey, Scope } from "@petstore/contract";
import { apiKeyStateOf } from "../api-keys/api-key-state.js";
import { allApiKeys, lockApiKey } from "../api-keys/find-api-key.js";
import { makeApiKey } from "../api-keys/make-api-key.js";
import { endApiKey } from "../api-keys/revoke-api-key.js";
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
  const lines = [made.key, "", ...facts, "Keep it now: it is not stored and is not shown again."];
  return printLine(shell, lines.join("\n"));
};

const titleOf = ({ id, name, createdBy, scope, expiresAt }: ApiKey): string => {
  const end = expiresAt === null ? "" : `, until ${utc(expiresAt)}`;
  return `Key ${id} "${name}" of ${createdBy.email}, scope ${scope}${end}.`;
};

const held = async (tx: Transaction, id: number): Promise<ApiKey> => {
  const key = await lockApiKey(tx, id);
  if (key !== undefined) return key;
  throw new OperatorError(`There is no key ${id}: \`petstore keys list\` shows those there are.`);
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
    return printLine(shell, "There are no keys yet. `petstore keys create --name NAME` makes one.");
  });

export const revokeKey = (shell: Shell, id: number): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const key = await asOperator(db, async (change) => {
      const before = await held(change.tx, id);
      await endApiKey(change, before);
      return before;
    });
    const what = `Key ${id} "${key.name}" (${key.prefix}…${key.lastFour})`;
    if (key.revokedAt === null) return printLine(shell, `${what} is revoked: it is refused from now on.`);
    return printLine(shell, `${what} was revoked already, on ${utc(key.revokedAt)}.`);
  });

export type RotateOptions = { overlap: number; json?: boolean };

export const rotateKey = (shell: Shell, id: number, { overlap, json }: RotateOptions): Promise<void> =>
  withStore(shell, async ({ db }, { environment }) => {
    const { made, oldEnds } = await asOperator(db, async (change) => {
      const old = await held(change.tx, id);
      const now = new Date();
      const state = apiKeyStateOf(old, now);
      if (state !== "active") {
        throw new OperatorError(`Key ${id} is ${state}: \`petstore keys create\` makes another.`);
      }
      return replaceApiKey(change, environment, old, new Date(now.getTime() + overlap * 1000));
    });
    const then = overlap === 0 ? "is refused from now on" : `lives on until ${utc(oldEnds)}`;
    await printMade(shell, made, [titleOf(made), `It takes the place of key ${id}, which ${then}.`], json);
  });

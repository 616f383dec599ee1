import type { Invitation } from "@petstore/contract/auth";
import { type AccountChange, changeAccounts } from "../auth/accounts/change-accounts.js";
import { createAccount } from "../auth/accounts/create-account.js";
import { type AccountWithFactors, hasPassword, hasSecondFactor, withFactors } from "../auth/accounts/factors.js";
import { findAccountByEmail } from "../auth/accounts/find-account.js";
import { inviteAccount } from "../auth/accounts/invite-account.js";
import { ownOrigin } from "../auth/accounts/own-origin.js";
import { removeSecondFactor } from "../auth/accounts/remove-second-factor.js";
import { setDisabled } from "../auth/accounts/set-disabled.js";
import { toUser } from "../auth/accounts/to-user.js";
import { type LiveApiKey, takeLiveApiKeys } from "../credentials/api-keys/live-api-keys.js";
import { OperatorError, operatorErrorCodes } from "../config/operator-error.js";
import { transact } from "../database/transact.js";
import { AppError } from "../errors.js";
import type { Account } from "../generated/client.js";
import { operator } from "./operator.js";
import { print, type Shell } from "./shell.js";
import { table } from "./table.js";
import { openOrMake, withStore } from "./with-store.js";
import { minute } from "./words.js";
import type { Db } from "../database/prisma-client.js";

/**
 * Turns an error of the API into one for operators. Its message says what is wrong and, after a semicolon, what to do.
 */
const toOperatorError = ({ code, message, cause }: AppError): OperatorError => {
  const [problem = "", ...rest] = `${message.charAt(0).toUpperCase()}${message.slice(1)}`.split("; ");
  const remedy = code === "not_found" ? "`petstore accounts list` shows all accounts" : rest.join("; ");
  const known = operatorErrorCodes.find((one) => one === code) ?? "conflict";
  return new OperatorError(known, `${problem};`, `${remedy}.`, { cause });
};

const withOperatorErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? toOperatorError(error) : error;
  }
};

/** Adds `disabled`, an older name for `banned`, which is the term of the API. */
const toJson = (account: AccountWithFactors) => ({ ...toUser(account), disabled: account.banned });

const change = <Result>(db: Db, work: (change: AccountChange) => Promise<Result>): Promise<Result> =>
  withOperatorErrors(() => transact(db, (tx) => changeAccounts(tx, operator(), (record) => work({ tx, record }))));

const invitationText = ({ url, expiresAt }: Invitation): string =>
  `Pass this link on. It lets the person choose a password once, before ${minute(new Date(expiresAt))} UTC:\n\n  ${url}`;

export type CreateAccountOptions = { email: string; role: Account["role"]; name?: string };

export const create = (shell: Shell, { email, role, name = email }: CreateAccountOptions): Promise<void> =>
  withStore(
    shell,
    async ({ db }, config) => {
      const origin = ownOrigin(config);
      const { account, invitation } = await change(db, (on) => createAccount(on, { email, name, role }, origin));
      const text = `Account ${account.id}, ${email}, was created with role ${role}.\n${invitationText(invitation)}`;
      await print(shell, { text, json: { ...toJson(account), invitation } });
    },
    openOrMake,
  );

const head = ["ID", "EMAIL", "ROLE", "STATE", "2ND FACTOR", "CREATED", "NAME"];

const stateOf = (account: AccountWithFactors): string => {
  if (account.banned) return "disabled";
  return hasPassword(account) ? "active" : "invited";
};

const cells = (account: AccountWithFactors): string[] => [
  String(account.id),
  account.email,
  account.role,
  stateOf(account),
  hasSecondFactor(account) ? "yes" : "no",
  minute(account.createdAt),
  account.name,
];

export const listAccounts = (shell: Shell): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const accounts = await db.account.findMany({ orderBy: { id: "asc" }, include: withFactors });
    const none = "There are no accounts yet. The first start of the service creates an owner.";
    const text = accounts.length > 0 ? table(head, accounts.map(cells)) : none;
    await print(shell, { text, json: accounts.map(toJson) });
  });

type Disabling = { readonly isDisabled: boolean; readonly changed: string; readonly unchanged: string };

export const disabling: Disabling = {
  isDisabled: true,
  changed: "is disabled: its sessions have ended, and its keys are refused",
  unchanged: "was already disabled",
};

export const enabling: Disabling = {
  isDisabled: false,
  changed: "is enabled: it can sign in, and its keys work",
  unchanged: "was not disabled",
};

export const setState = (shell: Shell, email: string, { isDisabled, changed, unchanged }: Disabling): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const { before, after } = await change(db, async (on) => {
      const account = await findAccountByEmail(on.tx, email);
      return { before: account, after: await setDisabled(on, account, { isDisabled }) };
    });
    const text = `${email} ${before.banned === isDisabled ? unchanged : changed}.`;
    await print(shell, { text, json: toJson(after) });
  });

export type InviteOptions = { revokeKeys?: boolean; removeSecondFactor?: boolean };

const keyHead = ["ID", "KEY", "SCOPE", "NAME"];

const keyReport = (keys: readonly LiveApiKey[], isRevoked: boolean): string => {
  if (keys.length === 0) return "It has no API keys that still work.";
  const rows = keys.map(({ id, prefix, lastFour, scope, name }) => [String(id), `${prefix}…${lastFour}`, scope, name]);
  const head = isRevoked
    ? "These API keys are revoked:"
    : "These API keys still work. Revoke one with `petstore keys revoke ID`, or all with --revoke-keys:";
  return `${head}\n\n${table(keyHead, rows)}`;
};

export const invite = (
  shell: Shell,
  email: string,
  { revokeKeys = false, removeSecondFactor: isSecondFactorRemoved = false }: InviteOptions,
): Promise<void> =>
  withStore(shell, async ({ db }, config) => {
    const options = { origin: ownOrigin(config), isSecondFactorRemoved };
    const { account, invitation, keys } = await change(db, async (on) => {
      const found = await findAccountByEmail(on.tx, email);
      const invitation = await inviteAccount(on, found, options);
      const keys = await takeLiveApiKeys(on, found.id, revokeKeys);
      return { account: await findAccountByEmail(on.tx, email), invitation, keys };
    });
    await print(shell, {
      text: `${email} has no password until the invitation is accepted, and all its sessions have ended.\n${invitationText(invitation)}\n\n${keyReport(keys, revokeKeys)}`,
      json: { user: toJson(account), invitation, apiKeys: keys, apiKeysRevoked: revokeKeys },
    });
  });

export const removeFactor = (shell: Shell, email: string): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const { account, isRemoved } = await change(db, async (on) => {
      const found = await findAccountByEmail(on.tx, email);
      const isRemoved = await removeSecondFactor(on, found);
      if (isRemoved) await on.tx.session.deleteMany({ where: { accountId: found.id } });
      return { account: await findAccountByEmail(on.tx, email), isRemoved };
    });
    const text = isRemoved
      ? `${email} signs in with its password alone, and all its sessions have ended.`
      : `${email} has no second factor.`;
    await print(shell, { text, json: toJson(account) });
  });

import { type AccountChange, changeAccounts } from "../accounts/change-accounts.js";
import { checkEmailFree, createAccount } from "../accounts/create-account.js";
import { findAccountByEmail } from "../accounts/find-account.js";
import { checkPassword } from "../accounts/password-rule.js";
import { resetPassword } from "../accounts/reset-password.js";
import { setDisabled } from "../accounts/set-disabled.js";
import { openStaffAuth } from "../accounts/open-staff-auth.js";
import type { StaffAuthParts } from "../accounts/staff-auth.js";
import { toUser } from "../accounts/to-user.js";
import { type LiveApiKey, takeLiveApiKeys } from "../api-keys/live-api-keys.js";
import { openStore } from "../database/open-store.js";
import { OperatorError, operatorErrorCodes } from "../database/operator-error.js";
import { transact } from "../database/transact.js";
import { AppError } from "../errors.js";
import type { Account, PrismaClient } from "../generated/client.js";
import { askPassword } from "./ask-password.js";
import { operator } from "./operator.js";
import { print, type Shell } from "./shell.js";
import { table } from "./table.js";
import { withStore } from "./with-store.js";
import { minute } from "./words.js";

/** An error of the API says what is wrong, then what to do. */
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

/** `disabled` is older than `banned`, the term of the API. */
const toJson = (account: Account) => ({ ...toUser(account), disabled: account.banned });

const change = <Result>(db: PrismaClient, work: (change: AccountChange) => Promise<Result>): Promise<Result> =>
  withOperatorErrors(() => transact(db, (tx) => changeAccounts(tx, operator(), (record) => work({ tx, record }))));

type PasswordOptions = { passwordStdin?: boolean };

const hashNewPassword = async (
  shell: Shell,
  parts: StaffAuthParts,
  { passwordStdin, ...owner }: PasswordOptions & { readonly email: string; readonly name: string },
): Promise<string> => {
  const password = await askPassword(shell, passwordStdin === true);
  const problem = await checkPassword(password, owner);
  if (problem !== undefined) {
    throw new OperatorError("invalid_password", `The password ${problem};`, "choose another one.");
  }
  const auth = await openStaffAuth(parts);
  return auth.hashPassword(password);
};

export type CreateAccountOptions = PasswordOptions & { email: string; role: Account["role"]; name?: string };

export const createWithPassword = (
  shell: Shell,
  { email, role, name = email, ...options }: CreateAccountOptions,
): Promise<void> =>
  withStore(
    shell,
    async ({ db }, config, log) => {
      await withOperatorErrors(() => checkEmailFree(db, email));
      const passwordHash = await hashNewPassword(shell, { db, config, log }, { email, name, ...options });
      const account = await change(db, (on) => createAccount(on, { email, name, role, passwordHash }));
      const text = `Account ${account.id}, ${email}, was created with role ${role}.`;
      await print(shell, { text, json: toJson(account) });
    },
    openStore,
  );

const head = ["ID", "EMAIL", "ROLE", "STATE", "CREATED", "NAME"];

const cells = ({ id, email, role, banned, createdAt, name }: Account): string[] => [
  String(id),
  email,
  role,
  banned ? "disabled" : "active",
  minute(createdAt),
  name,
];

export const listAccounts = (shell: Shell): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const accounts = await db.account.findMany({ orderBy: { id: "asc" } });
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

export type ResetOptions = PasswordOptions & { revokeKeys?: boolean };

const keyHead = ["ID", "KEY", "SCOPE", "NAME"];

const keyReport = (keys: readonly LiveApiKey[], isRevoked: boolean): string => {
  if (keys.length === 0) return "It has no API keys that still work.";
  const rows = keys.map(({ id, prefix, lastFour, scope, name }) => [String(id), `${prefix}…${lastFour}`, scope, name]);
  const head = isRevoked
    ? "These API keys are revoked:"
    : "These API keys still work. Revoke one with `petstore keys revoke ID`, or all with --revoke-keys:";
  return `${head}\n\n${table(keyHead, rows)}`;
};

export const reset = (shell: Shell, email: string, { revokeKeys = false, ...options }: ResetOptions): Promise<void> =>
  withStore(shell, async ({ db }, config, log) => {
    const { name } = await withOperatorErrors(() => findAccountByEmail(db, email));
    const passwordHash = await hashNewPassword(shell, { db, config, log }, { email, name, ...options });
    const { account, keys } = await change(db, async (on) => {
      const account = await findAccountByEmail(on.tx, email);
      await resetPassword(on, account, passwordHash);
      return { account, keys: await takeLiveApiKeys(on, account.id, revokeKeys) };
    });
    await print(shell, {
      text: `${email} has a new password, and all its sessions have ended.\n${keyReport(keys, revokeKeys)}`,
      json: { user: toJson(account), apiKeys: keys, apiKeysRevoked: revokeKeys },
    });
  });

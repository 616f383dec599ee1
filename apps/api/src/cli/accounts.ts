import { Name } from "@petstore/contract";
import { Email } from "@petstore/contract/auth";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { z } from "zod";
import { toAccountState } from "../accounts/account-state.js";
import { type AccountChange, changeAccounts } from "../accounts/change-accounts.js";
import { checkEmailFree, createAccount } from "../accounts/create-account.js";
import { findAccountByEmail } from "../accounts/find-account.js";
import { checkPassword } from "../accounts/password-rule.js";
import { resetPassword } from "../accounts/reset-password.js";
import { setDisabled } from "../accounts/set-disabled.js";
import { openStaffAuth } from "../accounts/staff-auth.js";
import { type LiveApiKey, takeLiveApiKeys } from "../api-keys/live-api-keys.js";
import type { Config } from "../config.js";
import type { Database } from "../database/open-database.js";
import { OperatorError } from "../database/operator-error.js";
import { transact } from "../database/transact.js";
import { AppError } from "../errors.js";
import { type Account, AccountRole, type PrismaClient } from "../generated/client.js";
import { createLog } from "../startup/log.js";
import { askPassword } from "./ask-password.js";
import { operator } from "./operator.js";
import { printLine, type Shell } from "./shell.js";
import { table } from "./table.js";
import { withStore } from "./with-store.js";
import { minute } from "./words.js";

const parse =
  (schema: z.ZodType<string>) =>
  (text: string): string => {
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    throw new InvalidArgumentError(`It ${read.error.issues.map(({ message }) => message).join(" and ")}.`);
  };

const asSentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

const withOperatorErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? new OperatorError(asSentence(error.message)) : error;
  }
};

const change = <Result>(db: PrismaClient, work: (change: AccountChange) => Promise<Result>): Promise<Result> =>
  withOperatorErrors(() => transact(db, (tx) => changeAccounts(tx, operator(), (record) => work({ tx, record }))));

type PasswordOptions = { passwordStdin?: boolean };

const hashNewPassword = async (
  shell: Shell,
  { db }: Database,
  config: Config,
  { passwordStdin, ...owner }: PasswordOptions & { readonly email: string; readonly name: string },
): Promise<string> => {
  const password = await askPassword(shell, passwordStdin === true);
  const problem = await checkPassword(password, owner);
  if (problem !== undefined) throw new OperatorError(`The password ${problem}.`);
  const auth = await openStaffAuth({ db, config, log: await createLog("warn") });
  return auth.hashPassword(password);
};

type CreateOptions = PasswordOptions & { email: string; role: AccountRole; name?: string };

const create = (shell: Shell, { email, role, name = email, ...options }: CreateOptions): Promise<void> =>
  withStore(shell, async (store, config) => {
    await withOperatorErrors(() => checkEmailFree(store.db, email));
    const passwordHash = await hashNewPassword(shell, store, config, { email, name, ...options });
    const { id } = await change(store.db, (on) => createAccount(on, { email, name, role, passwordHash }));
    await printLine(shell, `Account ${id}, ${email}, was created with role ${role}.`);
  });

const head = ["ID", "EMAIL", "ROLE", "STATE", "CREATED", "NAME"];

const cells = ({ id, email, role, banned, createdAt, name }: Account): string[] => [
  String(id),
  email,
  role,
  banned ? "disabled" : "active",
  minute(createdAt),
  name,
];

const list = (shell: Shell, { json }: { json?: boolean }): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const accounts = await db.account.findMany({ orderBy: { id: "asc" } });
    if (json === true) {
      const shown = accounts.map((account) => ({ ...toAccountState(account), createdAt: account.createdAt }));
      return printLine(shell, JSON.stringify(shown));
    }
    if (accounts.length > 0) return printLine(shell, table(head, accounts.map(cells)));
    return printLine(shell, "There are no accounts yet. The first start of the service creates an owner.");
  });

const setState = (db: PrismaClient, email: string, isDisabled: boolean): Promise<boolean> =>
  change(db, async (on) => {
    const account = await findAccountByEmail(on.tx, email);
    await setDisabled(on, account, { isDisabled });
    return account.banned !== isDisabled;
  });

const disable = (shell: Shell, email: string): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const isChanged = await setState(db, email, true);
    const what = isChanged ? "is disabled: its sessions have ended, and its keys are refused" : "was already disabled";
    return printLine(shell, `${email} ${what}.`);
  });

const enable = (shell: Shell, email: string): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const isChanged = await setState(db, email, false);
    return printLine(
      shell,
      `${email} ${isChanged ? "is enabled: it can sign in, and its keys work" : "was not disabled"}.`,
    );
  });

type ResetOptions = PasswordOptions & { revokeKeys?: boolean };

const keyHead = ["ID", "KEY", "SCOPE", "NAME"];

const keyReport = (keys: readonly LiveApiKey[], isRevoked: boolean): string => {
  if (keys.length === 0) return "It has no API keys that still work.";
  const rows = keys.map(({ id, prefix, lastFour, scope, name }) => [String(id), `${prefix}…${lastFour}`, scope, name]);
  const head = isRevoked
    ? "These API keys are revoked:"
    : "These API keys still work. Revoke one with `petstore keys revoke ID`, or all with --revoke-keys:";
  return `${head}\n\n${table(keyHead, rows)}`;
};

const reset = (shell: Shell, email: string, { revokeKeys = false, ...options }: ResetOptions): Promise<void> =>
  withStore(shell, async (store, config) => {
    const { name } = await withOperatorErrors(() => findAccountByEmail(store.db, email));
    const passwordHash = await hashNewPassword(shell, store, config, { email, name, ...options });
    const keys = await change(store.db, async (on) => {
      const account = await findAccountByEmail(on.tx, email);
      await resetPassword(on, account, passwordHash);
      return takeLiveApiKeys(on, account.id, revokeKeys);
    });
    await printLine(
      shell,
      `${email} has a new password, and all its sessions have ended.\n${keyReport(keys, revokeKeys)}`,
    );
  });

const pipedPassword = "read the password from standard input, one line, instead of prompting";

export const addAccounts = (program: Command, shell: Shell): void => {
  const accounts = program
    .command("accounts")
    .summary("create, list, disable and enable accounts of staff")
    .description("Manages the accounts that staff sign in with: owners, managers and clerks.");
  accounts
    .command("create")
    .summary("create an account")
    .description("Creates an account. Prompts for its password twice, without echo.")
    .requiredOption("--email <address>", "its address, to sign in with", parse(Email))
    .addOption(new Option("--role <role>", "what it may do").choices(Object.values(AccountRole)).makeOptionMandatory())
    .option("--name <name>", "its name, 1 to 200 characters (default: its address)", parse(Name))
    .option("--password-stdin", pipedPassword)
    .addHelpText("after", "\nExample:\n  petstore accounts create --email jane@example.com --role manager --name Jane")
    .action((options: CreateOptions) => create(shell, options));
  accounts
    .command("list")
    .summary("list all accounts")
    .description("Lists all accounts with their state: active or disabled. Times are UTC.")
    .option("--json", "print a JSON array: id, email, name, role, disabled, createdAt")
    .action((options: { json?: boolean }) => list(shell, options));
  accounts
    .command("disable")
    .summary("sign an account out and refuse its sign-ins")
    .description("Disables an account: its sessions end, and its API keys are refused until it is enabled again.")
    .argument("<email>", "its address", parse(Email))
    .action((email: string) => disable(shell, email));
  accounts
    .command("enable")
    .summary("enable a disabled account")
    .description("Enables a disabled account: it can sign in, and its API keys work again.")
    .argument("<email>", "its address", parse(Email))
    .action((email: string) => enable(shell, email));
  accounts
    .command("reset-password")
    .summary("set the password of an account")
    .description(
      "Sets the password of an account, after two prompts without echo, and ends its sessions. API keys do not end with sessions: the command lists those that still work and keeps them, because forgotten passwords are more common than stolen ones and the shop may depend on its keys. If somebody else may know the password, add --revoke-keys.",
    )
    .argument("<email>", "its address", parse(Email))
    .option("--password-stdin", pipedPassword)
    .addOption(new Option("--revoke-keys", "revoke all API keys of the account as well").conflicts("keepKeys"))
    .addOption(new Option("--keep-keys", "keep its API keys (the default)"))
    .addHelpText("after", "\nExample:\n  petstore accounts reset-password jane@example.com --revoke-keys")
    .action((email: string, options: ResetOptions) => reset(shell, email, options));
};

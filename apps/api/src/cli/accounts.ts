import { Name } from "@petstore/contract";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { z } from "zod";
import { AccountRefusal } from "../accounts/account-refusal.js";
import { toAccountState } from "../accounts/account-state.js";
import { changeAccounts } from "../accounts/change-accounts.js";
import { checkFree, createAccount } from "../accounts/create-account.js";
import { Email } from "../accounts/email.js";
import { checkPassword } from "../accounts/password-rule.js";
import { findAccount } from "../accounts/find-account.js";
import { resetPassword } from "../accounts/reset-password.js";
import { setDisabled } from "../accounts/set-disabled.js";
import { openStaffAuth } from "../accounts/staff-auth.js";
import type { RecordChange } from "../operation/audit-trail.js";
import type { Config } from "../config.js";
import type { Database } from "../database/open-database.js";
import { transact } from "../database/transact.js";
import { type Account, AccountRole, type PrismaClient } from "../generated/client.js";
import { type LiveApiKey, takeLiveApiKeys } from "../api-keys/live-api-keys.js";
import { createLog } from "../startup/log.js";
import type { Transaction } from "../operation/operation.js";
import { OperatorError } from "../database/operator-error.js";
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

type Work<Result> = (change: { readonly tx: Transaction; readonly record: RecordChange }) => Promise<Result>;

/** What the store refuses is told in one sentence. */
const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AccountRefusal ? new OperatorError(error.message) : error;
  }
};

/** Runs a change of accounts in the operator's name. */
const change = <Result>(db: PrismaClient, work: Work<Result>): Promise<Result> =>
  told(() => transact(db, (tx) => changeAccounts(tx, operator(), (record) => work({ tx, record }))));

type PasswordOptions = { passwordStdin?: boolean };

/** Asks for a password, holds it against the rule, and answers its hash with what it is put into. */
const newPassword = async (
  shell: Shell,
  { db }: Database,
  config: Config,
  { passwordStdin, ...whose }: PasswordOptions & { readonly email: string; readonly name: string },
) => {
  const password = await askPassword(shell, passwordStdin === true);
  const problem = await checkPassword(password, whose);
  if (problem !== undefined) throw new OperatorError(`The password ${problem}.`);
  const auth = await openStaffAuth({ db, config, log: await createLog("warn") });
  return { auth, passwordHash: await auth.hashPassword(password) };
};

type CreateOptions = PasswordOptions & { email: string; role: AccountRole; name?: string };

const create = (shell: Shell, { email, role, name = email, ...options }: CreateOptions): Promise<void> =>
  withStore(shell, async (store, config) => {
    await told(() => checkFree(store.db, email));
    const { auth, passwordHash } = await newPassword(shell, store, config, { email, name, ...options });
    const { id } = await change(store.db, (on) => createAccount(auth, on, { email, name, role, passwordHash }));
    await printLine(shell, `Account ${id}, ${email}, is made: role ${role}.`);
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
    return printLine(shell, "There are no accounts yet. The first start of the service makes an owner.");
  });

const disable = (shell: Shell, email: string): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const isChanged = await change(db, (on) => setDisabled(on, email, true));
    const what = isChanged
      ? "is disabled: it is signed out, and its keys are refused from now on"
      : "was disabled already";
    return printLine(shell, `${email} ${what}.`);
  });

const enable = (shell: Shell, email: string): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const isChanged = await change(db, (on) => setDisabled(on, email, false));
    return printLine(
      shell,
      `${email} ${isChanged ? "is enabled: it may sign in, and its keys count" : "was not disabled"}.`,
    );
  });

type ResetOptions = PasswordOptions & { revokeKeys?: boolean };

const keyHead = ["ID", "KEY", "SCOPE", "NAME"];

/** What the account's keys came to: they do not end with its sessions. */
const keyReport = (keys: readonly LiveApiKey[], isRevoked: boolean): string => {
  if (keys.length === 0) return "It has no API keys that are still accepted.";
  const rows = keys.map(({ id, prefix, lastFour, scope, name }) => [String(id), `${prefix}…${lastFour}`, scope, name]);
  const head = isRevoked
    ? "These API keys are revoked, and refused from now on:"
    : "These API keys are still accepted. Revoke one with `petstore keys revoke ID`, or all with --revoke-keys:";
  return `${head}\n\n${table(keyHead, rows)}`;
};

const reset = (shell: Shell, email: string, { revokeKeys = false, ...options }: ResetOptions): Promise<void> =>
  withStore(shell, async (store, config) => {
    const { name } = await told(() => findAccount(store.db, email));
    const { auth, passwordHash } = await newPassword(shell, store, config, { email, name, ...options });
    const keys = await change(store.db, async (on) => {
      const { id } = await resetPassword(auth, on, { email, passwordHash });
      return takeLiveApiKeys(on, BigInt(id), revokeKeys);
    });
    await printLine(
      shell,
      `${email} has a new password, and is signed out everywhere.\n${keyReport(keys, revokeKeys)}`,
    );
  });

const pipedPassword = "read the password from standard input, one line, instead of asking for it";

export const addAccounts = (program: Command, shell: Shell): void => {
  const accounts = program
    .command("accounts")
    .summary("make, list, disable and enable accounts of staff")
    .description("Looks after the accounts that staff sign in with: owners, managers and clerks.");
  accounts
    .command("create")
    .summary("make an account")
    .description("Makes an account. Its password is asked for twice and not shown.")
    .requiredOption("--email <address>", "what it signs in with", parse(Email))
    .addOption(new Option("--role <role>", "what it may do").choices(Object.values(AccountRole)).makeOptionMandatory())
    .option("--name <name>", "what people call it, 1 to 200 characters (default: its address)", parse(Name))
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
    .summary("sign an account out and keep it out")
    .description("Disables an account: its sessions end, and its API keys are refused until it is enabled again.")
    .argument("<email>", "its address", parse(Email))
    .action((email: string) => disable(shell, email));
  accounts
    .command("enable")
    .summary("let a disabled account in again")
    .description("Enables an account that was disabled. Its API keys count again.")
    .argument("<email>", "its address", parse(Email))
    .action((email: string) => enable(shell, email));
  accounts
    .command("reset-password")
    .summary("give an account another password")
    .description(
      "Gives an account another password, asked for twice and not shown, and ends its sessions. API keys do not end with sessions: the command lists those that are still accepted, and keeps them, for a password is forgotten more often than stolen, and the shop may run on them. If a stranger may have known the password, add --revoke-keys.",
    )
    .argument("<email>", "its address", parse(Email))
    .option("--password-stdin", pipedPassword)
    .addOption(new Option("--revoke-keys", "revoke all API keys of the account as well").conflicts("keepKeys"))
    .addOption(new Option("--keep-keys", "keep its API keys (the default)"))
    .addHelpText("after", "\nExample:\n  petstore accounts reset-password jane@example.com --revoke-keys")
    .action((email: string, options: ResetOptions) => reset(shell, email, options));
};

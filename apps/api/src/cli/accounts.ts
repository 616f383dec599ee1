import { Name } from "@petstore/contract/routes";
import { Email, Role, User } from "@petstore/contract/auth";
import { type Command, Option } from "commander";
import {
  create,
  type CreateAccountOptions,
  disabling,
  enabling,
  invite,
  type InviteOptions,
  listAccounts,
  removeFactor,
  setState,
} from "./account-commands.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { parsedBy } from "./parse-option.js";
import type { Shell } from "./shell.js";

const jsonFields = `${fieldsOf(User)}, disabled`;

export const addAccounts = (program: Command, shell: Shell): void => {
  const accounts = program
    .command("accounts")
    .summary("create, list, invite, disable and enable accounts of staff")
    .description("Manages the accounts that staff sign in with: owners, managers and clerks.");
  accounts
    .command("create")
    .summary("create an account")
    .description(
      "Creates an account and prints a link for its owner to choose a password. The link works once and expires after 72 hours.",
    )
    .requiredOption("--email <address>", "its address, to sign in with", parsedBy(Email))
    .addOption(new Option("--role <role>", "what it may do").choices(Role.options).makeOptionMandatory())
    .option("--name <name>", "its name, 1 to 200 characters (default: its address)", parsedBy(Name))
    .addOption(jsonOption(`a JSON object: ${jsonFields}, invitation`))
    .addHelpText("after", "\nExample:\n  petstore accounts create --email jane@example.com --role manager --name Jane")
    .action((options: CreateAccountOptions) => create(shell, options));
  accounts
    .command("list")
    .summary("list all accounts")
    .description(
      "Lists all accounts with their state: active, invited (without a password) or disabled. Times are UTC.",
    )
    .addOption(jsonOption(`a JSON array of objects: ${jsonFields}`))
    .action(() => listAccounts(shell));
  accounts
    .command("disable")
    .summary("sign an account out and refuse its sign-ins")
    .description("Disables an account: its sessions end, and its API keys are refused until it is enabled again.")
    .argument("<email>", "its address", parsedBy(Email))
    .addOption(jsonOption(`a JSON object: ${jsonFields}`))
    .action((email: string) => setState(shell, email, disabling));
  accounts
    .command("enable")
    .summary("enable a disabled account")
    .description("Enables a disabled account: it can sign in, and its API keys work again.")
    .argument("<email>", "its address", parsedBy(Email))
    .addOption(jsonOption(`a JSON object: ${jsonFields}`))
    .action((email: string) => setState(shell, email, enabling));
  accounts
    .command("invite")
    .alias("reset-password")
    .summary("invite an account again: its password stops working")
    .description(
      "Removes the password of an account, ends its sessions, and prints a link for its owner to choose a new password. The link works once and expires after 72 hours. An earlier link stops working. API keys do not end with sessions: the command lists those that still work and keeps them, because forgotten passwords are more common than stolen ones and the shop may depend on its keys. If somebody else may know the password, add --revoke-keys.",
    )
    .argument("<email>", "its address", parsedBy(Email))
    .addOption(new Option("--revoke-keys", "revoke all API keys of the account as well").conflicts("keepKeys"))
    .addOption(new Option("--keep-keys", "keep its API keys (the default)"))
    .option("--remove-second-factor", "remove its authenticator app, recovery codes and passkeys as well")
    .addOption(jsonOption("a JSON object: user, invitation, apiKeys (those that worked), apiKeysRevoked"))
    .addHelpText("after", "\nExample:\n  petstore accounts invite jane@example.com --revoke-keys")
    .action((email: string, options: InviteOptions) => invite(shell, email, options));
  accounts
    .command("remove-second-factor")
    .summary("remove the second factor of an account")
    .description(
      "Removes the authenticator app, the recovery codes and the passkeys of an account, and ends its sessions. The account then signs in with its password alone. Use it if somebody has lost all of them.",
    )
    .argument("<email>", "its address", parsedBy(Email))
    .addOption(jsonOption(`a JSON object: ${jsonFields}`))
    .action((email: string) => removeFactor(shell, email));
};

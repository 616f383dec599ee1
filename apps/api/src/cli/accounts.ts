import { Name } from "@petstore/contract";
import { Email, Role, User } from "@petstore/contract/auth";
import { type Command, Option } from "commander";
import {
  type CreateAccountOptions,
  createWithPassword,
  disabling,
  enabling,
  listAccounts,
  reset,
  type ResetOptions,
  setState,
} from "./account-commands.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { parsedBy } from "./parse-option.js";
import type { Shell } from "./shell.js";

const jsonFields = `${fieldsOf(User)}, disabled`;
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
    .requiredOption("--email <address>", "its address, to sign in with", parsedBy(Email))
    .addOption(new Option("--role <role>", "what it may do").choices(Role.options).makeOptionMandatory())
    .option("--name <name>", "its name, 1 to 200 characters (default: its address)", parsedBy(Name))
    .option("--password-stdin", pipedPassword)
    .addOption(jsonOption(`a JSON object: ${jsonFields}`))
    .addHelpText("after", "\nExample:\n  petstore accounts create --email jane@example.com --role manager --name Jane")
    .action((options: CreateAccountOptions) => createWithPassword(shell, options));
  accounts
    .command("list")
    .summary("list all accounts")
    .description("Lists all accounts with their state: active or disabled. Times are UTC.")
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
    .command("reset-password")
    .summary("set the password of an account")
    .description(
      "Sets the password of an account, after two prompts without echo, and ends its sessions. API keys do not end with sessions: the command lists those that still work and keeps them, because forgotten passwords are more common than stolen ones and the shop may depend on its keys. If somebody else may know the password, add --revoke-keys.",
    )
    .argument("<email>", "its address", parsedBy(Email))
    .option("--password-stdin", pipedPassword)
    .addOption(new Option("--revoke-keys", "revoke all API keys of the account as well").conflicts("keepKeys"))
    .addOption(new Option("--keep-keys", "keep its API keys (the default)"))
    .addOption(jsonOption("a JSON object: user, apiKeys (those that worked), apiKeysRevoked"))
    .addHelpText("after", "\nExample:\n  petstore accounts reset-password jane@example.com --revoke-keys")
    .action((email: string, options: ResetOptions) => reset(shell, email, options));
};

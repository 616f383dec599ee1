import { ApiKey, ApiKeyScope, CreatedApiKey, Name } from "@petstore/contract/routes";
import { type Command, Option } from "commander";
import { expiryAfter, overlapOf } from "./duration.js";
import {
  type CreateOptions,
  createKey,
  listKeys,
  revokeKey,
  type RevokeOptions,
  type RotateOptions,
  rotateKey,
} from "./key-commands.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { idShownBy, parsedBy } from "./parse-option.js";
import type { Shell } from "./shell.js";

const LISTING = "petstore keys list";

const madeJson = jsonOption(`a JSON object: ${fieldsOf(CreatedApiKey)}`);
const keyFields = `${fieldsOf(ApiKey)}, status`;

const addCreate = (keys: Command, shell: Shell): void => {
  keys
    .command("create")
    .summary("create a key and show it once")
    .description("Creates an API key and shows it once: the store contains only its SHA-256.")
    .requiredOption("--name <name>", "display name of the key, 1 to 200 characters", parsedBy(Name))
    .addOption(
      new Option("--scope <scope>", "permissions; each scope includes the one before")
        .choices(ApiKeyScope.options)
        .default("read"),
    )
    .option(
      "--expires <duration>",
      "when it expires: a number of minutes, hours, days or weeks, for example 30m, 12h, 90d, 52w (default: never)",
      expiryAfter,
    )
    .option("--account <email>", "the account of the key, which limits its permissions (default: the oldest owner)")
    .addOption(madeJson)
    .addHelpText("after", '\nExample:\n  petstore keys create --name "Shop front" --scope write --expires 90d')
    .action((options: CreateOptions) => createKey(shell, options));
};

const addRotate = (keys: Command, shell: Shell): void => {
  keys
    .command("rotate")
    .summary("create a key that replaces another")
    .description(
      "Creates a key with the name, scope, expiry and account of another and shows it once. The other key expires immediately, or after the overlap, which gives its users time to switch.",
    )
    .argument("<id>", `the key to replace, as \`${LISTING}\` shows it`, idShownBy(LISTING))
    .addOption(
      new Option("--overlap <duration>", "how long the old key remains valid, for example 30m, 12h, 7d; at most a week")
        .argParser(overlapOf)
        .default(0, "it expires immediately"),
    )
    .addOption(madeJson)
    .addHelpText("after", "\nExample:\n  petstore keys rotate 5 --overlap 1h")
    .action((id: number, options: RotateOptions) => rotateKey(shell, id, options));
};

export const addKeys = (program: Command, shell: Shell): void => {
  const keys = program
    .command("keys")
    .summary("create, list, rotate and revoke API keys")
    .description("Creates, lists, rotates and revokes API keys.");
  addCreate(keys, shell);
  keys
    .command("list")
    .summary("list all keys")
    .description(
      "Lists all keys with their accounts and their status: active, expired or revoked. Times are UTC. DEPRECATED counts calls of deprecated operations in the last 30 days.",
    )
    .addOption(jsonOption(`a JSON array of objects: ${keyFields}`))
    .action(() => listKeys(shell));
  addRotate(keys, shell);
  keys
    .command("revoke")
    .summary("revoke a key permanently")
    .description(
      "Revokes a key permanently: the next request that uses it is refused. Revoking a revoked key changes nothing, and the exit code is 0. The keys that were made with it stay valid unless you add --descendants.",
    )
    .argument("<id>", `the key's id, as \`${LISTING}\` shows it`, idShownBy(LISTING))
    .option(
      "--descendants",
      "also revoke the keys that were made with it, the keys that were made with those, and so on",
    )
    .option("--dry-run", "only show which keys would be revoked")
    .addOption(jsonOption(`a JSON object: ${keyFields}; with --descendants or --dry-run an array of them`))
    .addHelpText("after", "\nExample:\n  petstore keys revoke 5 --descendants --dry-run")
    .action((id: number, options: RevokeOptions) => revokeKey(shell, id, options));
};

import { Name, scopes } from "@petstore/contract";
import { type Command, InvalidArgumentError, Option } from "commander";
import { expiryAfter, overlapOf } from "./duration.js";
import { type CreateOptions, createKey, listKeys, revokeKey, type RotateOptions, rotateKey } from "./key-commands.js";
import { idShownBy } from "./parse-id.js";
import type { Shell } from "./shell.js";

const LISTING = "petstore keys list";

const parseName = (text: string): string => {
  const name = Name.safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError(`It ${name.error.issues.map(({ message }) => message).join(" and ")}.`);
};

const addCreate = (keys: Command, shell: Shell): void => {
  keys
    .command("create")
    .summary("make a key and show it, once")
    .description("Makes an API key and shows it, this once: the store holds only its SHA-256.")
    .requiredOption("--name <name>", "what people call the key, 1 to 200 characters", parseName)
    .addOption(
      new Option("--scope <scope>", "what it may do, each including the one before").choices(scopes).default("read"),
    )
    .option(
      "--expires <duration>",
      "when it ends: a number of minutes, hours, days or weeks, such as 30m, 12h, 90d, 52w (default: never)",
      expiryAfter,
    )
    .option("--account <email>", "whose it is; it may do no more than its account (default: the oldest owner)")
    .option("--json", "print one JSON object: what `keys list --json` has of a key, and the key")
    .addHelpText("after", '\nExample:\n  petstore keys create --name "Shop front" --scope write --expires 90d')
    .action((options: CreateOptions) => createKey(shell, options));
};

const addRotate = (keys: Command, shell: Shell): void => {
  keys
    .command("rotate")
    .summary("make a key that takes another one's place")
    .description(
      "Makes a key with the name, scope, end and account of another, and shows it, this once. The other one ends at once, or lives on for the overlap, so that who uses it has time to change over.",
    )
    .argument("<id>", `the key that goes, as \`${LISTING}\` shows it`, idShownBy(LISTING))
    .addOption(
      new Option("--overlap <duration>", "for how long it lives on: such as 30m, 12h, 7d, a week at most")
        .argParser(overlapOf)
        .default(0, "it ends at once"),
    )
    .option("--json", "print one JSON object: what `keys list --json` has of a key, and the key")
    .addHelpText("after", "\nExample:\n  petstore keys rotate 5 --overlap 1h")
    .action((id: number, options: RotateOptions) => rotateKey(shell, id, options));
};

export const addKeys = (program: Command, shell: Shell): void => {
  const keys = program
    .command("keys")
    .summary("make, list, rotate and revoke API keys")
    .description("Makes, lists, rotates and revokes API keys.");
  addCreate(keys, shell);
  keys
    .command("list")
    .summary("list all keys")
    .description(
      "Lists all keys with their accounts and their state: active, expired or revoked. Times are UTC. DEPRECATED is how often a key used what is deprecated in the last 30 days.",
    )
    .option("--json", "print a JSON array; it has the deprecated operations one by one, of the last 90 days")
    .action((options: { json?: boolean }) => listKeys(shell, options));
  addRotate(keys, shell);
  keys
    .command("revoke")
    .summary("end a key for good")
    .description(
      "Ends a key for good: the very next request that uses it is refused. One that was revoked already stays so, and the exit code is 0.",
    )
    .argument("<id>", `the key's id, as \`${LISTING}\` shows it`, idShownBy(LISTING))
    .action((id: number) => revokeKey(shell, id));
};

import { userInfo } from "node:os";
import { Name, type Scope, scopes } from "@petstore/contract";
import { type Command, InvalidArgumentError, Option } from "commander";
import { createApiKey } from "../api-keys/create-api-key.js";
import type { ApiKey } from "../generated/client.js";
import { OperatorError } from "../operator-error.js";
import { expiryAfter } from "./duration.js";
import { keyState, keyTable } from "./key-table.js";
import { idShownBy } from "./parse-id.js";
import { printLine, type Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { minute } from "./words.js";

const parseName = (text: string): string => {
  const name = Name.safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError(`It ${name.error.issues.map(({ message }) => message).join(" and ")}.`);
};

const maker = (): string => {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    // A container may run as a user id that has no name.
    return "command line";
  }
};

const shown = ({ id, name, scope, prefix, lastFour, createdAt, expiresAt }: ApiKey) => ({
  id: Number(id),
  name,
  scope,
  prefix,
  lastFour,
  createdAt,
  expiresAt,
});

type CreateOptions = { name: string; scope: Scope; expires?: Date; json?: boolean };

const createKey = (shell: Shell, { name, scope, expires, json }: CreateOptions): Promise<void> =>
  withStore(shell, async ({ db }, { environment }) => {
    const newKey = { name, scope, createdBy: maker(), ...(expires && { expiresAt: expires }) };
    const { key, record } = await createApiKey(db, environment, newKey);
    if (json === true) return printLine(shell, JSON.stringify({ ...shown(record), key }));
    const end = expires === undefined ? "" : `, until ${minute(expires)} UTC`;
    return printLine(
      shell,
      `${key}\n\nKey ${record.id} "${name}", scope ${scope}${end}. Keep it now: it is not stored and is not shown again.`,
    );
  });

const listKeys = (shell: Shell, { json }: { json?: boolean }): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const now = new Date();
    const keys = await db.apiKey.findMany({ orderBy: { id: "asc" }, omit: { hash: true } });
    if (json === true) {
      const list = keys.map((key) => ({ ...key, id: Number(key.id), state: keyState(key, now) }));
      return printLine(shell, JSON.stringify(list));
    }
    if (keys.length > 0) return printLine(shell, keyTable(keys, now));
    return printLine(shell, "There are no keys yet. `petstore keys create --name NAME` makes one.");
  });

const revokeKey = (shell: Shell, id: number): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const revoked = await db.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } });
    const key = await db.apiKey.findUnique({ where: { id } });
    if (key === null) throw new OperatorError(`There is no key ${id}: \`petstore keys list\` shows those there are.`);
    const what = `Key ${id} "${key.name}" (${key.prefix}…${key.lastFour})`;
    if (revoked.count === 1) return printLine(shell, `${what} is revoked: it is refused from now on.`);
    return printLine(shell, `${what} was revoked already, on ${minute(key.revokedAt ?? new Date())} UTC.`);
  });

export const addKeys = (program: Command, shell: Shell): void => {
  const keys = program
    .command("keys")
    .summary("make, list and revoke API keys")
    .description("Makes, lists and revokes API keys.");
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
    .option("--json", "print one JSON object: id, name, scope, key, prefix, lastFour, createdAt, expiresAt")
    .addHelpText("after", '\nExample:\n  petstore keys create --name "Shop front" --scope write --expires 90d')
    .action((options: CreateOptions) => createKey(shell, options));
  keys
    .command("list")
    .summary("list all keys")
    .description("Lists all keys with their state: active, expired or revoked. Times are UTC.")
    .option("--json", "print a JSON array")
    .action((options: { json?: boolean }) => listKeys(shell, options));
  keys
    .command("revoke")
    .summary("end a key for good")
    .description(
      "Ends a key for good: the very next request that uses it is refused. One that was revoked already stays so, and the exit code is 0.",
    )
    .argument("<id>", "the key's id, as `petstore keys list` shows it", idShownBy("petstore keys list"))
    .action((id: number) => revokeKey(shell, id));
};

import { Argument, type Command } from "commander";
import { OperatorError } from "../config/operator-error.js";
import { type Query, queryOf } from "../database/query.js";
import { forgetShared, sharedSettings } from "../database/shared-settings.js";
import { jsonOption } from "./json-option.js";
import { asOperator } from "./operator.js";
import { print, type Shell } from "./shell.js";
import { withStore } from "./with-store.js";

const settings = [...sharedSettings, "DATABASE_URL"] as const;
type Setting = (typeof settings)[number];

/** Deletes the lease, so that the next sender accepts the store wherever it is, unless a process sends. */
const forgetPlace = async (query: Query): Promise<void> => {
  const [lease] = await query<{ isHeld: boolean }>(
    `WITH gone AS (DELETE FROM webhook_lease WHERE expires_at <= clock_timestamp())
     SELECT expires_at > clock_timestamp() AS "isHeld" FROM webhook_lease`,
    [],
  );
  if (lease?.isHeld === true) {
    throw new OperatorError(
      "conflict",
      "A replica serves this store and sends its webhooks, so its place is known;",
      "stop all replicas, wait for ten seconds, then run the command again.",
    );
  }
};

/** Subjects of the audit trail have ids, and settings have none of their own. An id keeps its meaning for ever. */
const ids: Readonly<Record<Setting, number>> = { AUTH_SECRET: 1, PHOTO_STORE: 2, DATABASE_URL: 3 };

const forget = (shell: Shell, setting: Setting): Promise<void> =>
  withStore(shell, async ({ db }) => {
    await asOperator(db, async ({ tx, record }) => {
      const query = queryOf(tx);
      await (setting === "DATABASE_URL" ? forgetPlace(query) : forgetShared(query, setting));
      const subject = { kind: "setting", id: ids[setting] } as const;
      record({ action: "setting.forget", subject, before: { name: setting }, after: null });
    });
    await print(shell, { text: `The next start accepts any ${setting}, and records it.`, json: { setting } });
  });

const help = `
AUTH_SECRET   A start fails if its secret is not the one that the store is used with. To use
              a new one: stop all replicas, forget it, set it, and start them. Staff sign in
              again, authenticator apps and recovery codes stop working, and webhook
              endpoints need new secrets.
PHOTO_STORE   A start fails if photos need the files of a bucket that it does not name.
              Forget it after you have copied the objects to another bucket, or if they are
              lost.
DATABASE_URL  A store that is served at a new address may be a copy, so its webhooks are
              turned off. If the store has moved, stop all replicas and forget the address
              before you start them at the new one.

Example:
  petstore settings forget AUTH_SECRET`;

export const addSettings = (program: Command, shell: Shell): void => {
  program
    .command("settings")
    .summary("change settings that all replicas share")
    .description("Manages the settings that all replicas must have in common, and that the store therefore knows.")
    .command("forget")
    .summary("let the next start use a new value")
    .description("Forgets the value of a setting that the store knows, so that the next start can use a new one.")
    .addArgument(new Argument("<setting>", "the variable of the setting").choices(settings))
    .addOption(jsonOption("a JSON object: setting"))
    .addHelpText("after", help)
    .action((setting: Setting) => forget(shell, setting));
};

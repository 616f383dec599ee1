import type { Event, EventType } from "@petstore/contract/routes";
import { type Command, InvalidArgumentError, Option } from "commander";
import { bodyOfEvent } from "../webhooks/message.js";
import { signMessage } from "../webhooks/sign-message.js";
import { makeSecret, writeSecret } from "../webhooks/webhook-secret.js";
import { afterOption, typesOption } from "./events.js";
import { followStore } from "./follow-store.js";
import { jsonOption } from "./json-option.js";
import { type Result, type Shell, print } from "./shell.js";
import { withStore } from "./with-store.js";

/** The service waits for a receiver for the same length of time. */
const TIMEOUT_MS = 15_000;

type ListenOptions = { forward: URL; after: string; types?: EventType[] };

/** Sends an event. @returns The outcome of the request: its status, or the reason why there is none. */
const post = async (url: URL, event: Event, secret: Buffer, stop: AbortSignal): Promise<Result> => {
  const { id, type } = event;
  const { body, headers } = signMessage(`evt_${id}`, bodyOfEvent(event), [secret], new Date());
  const startedAt = performance.now();
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
  const outcome = await fetch(url, { method: "POST", body, headers, redirect: "manual", signal }).then(
    async ({ status, body: response }) => {
      await response?.cancel();
      return { status, problem: null };
    },
    (error: Error) => {
      stop.throwIfAborted();
      const { code } = (error.cause ?? {}) as { readonly code?: string };
      return { status: null, problem: code ?? error.message };
    },
  );
  const durationMs = Math.round(performance.now() - startedAt);
  const text = `${id}  ${type.padEnd(18)}  ${outcome.status ?? outcome.problem} in ${durationMs} ms`;
  return { text, json: { eventId: id, type, ...outcome, durationMs } };
};

const listen = (shell: Shell, { forward, ...start }: ListenOptions): Promise<void> =>
  withStore(shell, async (store) => {
    const { signal } = shell;
    const secret = makeSecret();
    const written = writeSecret(secret);
    try {
      await print(shell, { text: `Secret: ${written}`, json: { secret: written } });
      for await (const event of followStore(store, { ...start, isFollowing: true, signal, scope: "write" }))
        await print(shell, await post(forward, event, secret, signal));
    } catch (error) {
      // Ctrl-C is the usual way to stop listening, so it is not an error.
      if (!signal.aborted) throw error;
    }
  });

const parseUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  throw new InvalidArgumentError("It must be an http or https URL without credentials.");
};

const help = `
The requests have the same body and signature as those to a webhook endpoint. The command
makes a new secret each time that it starts, and prints it first. It does not send anything
again: it prints what failed and goes on with the next event. It stores nothing, and Ctrl-C
ends it with exit code 0.

Example:
  petstore webhooks listen --forward http://127.0.0.1:4000/hook --types pet.created`;

export const addWebhooks = (program: Command, shell: Shell): void => {
  program
    .command("webhooks")
    .summary("test a receiver of webhooks")
    .description("Tests a receiver of webhooks that runs on this machine.")
    .command("listen")
    .summary("forward each event to a local address, signed")
    .description("Posts each event as it happens to a receiver that has no public address yet.")
    .addOption(new Option("--forward <url>", "where to post").argParser(parseUrl).makeOptionMandatory())
    .addOption(afterOption("begin after this event").default("now"))
    .addOption(typesOption())
    .addOption(jsonOption("a JSON object per line: first secret, then eventId, type, status, problem, durationMs"))
    .addHelpText("after", help)
    .action((options: ListenOptions) => listen(shell, options));
};

import type { WebhookDelivery, WebhookEndpoint, WebhookEndpointChange } from "@petstore/contract/client";
import { ApiError, ask } from "../../lib/service/api";
import { notify, notifyFailure } from "../../lib/page/notices";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { webhooks } from "../../texts/webhooks";
import { eventWords } from "./event-words";
import { outcomeOf } from "./health";
import { forgetEndpoint } from "./queries";

const texts = webhooks;

type Fields = Pick<WebhookEndpoint, "url" | "description" | "types">;

const paramsOf = ({ id }: Pick<WebhookEndpoint, "id">) => ({ params: { endpointId: id } });

const change = async (one: WebhookEndpoint, body: WebhookEndpointChange): Promise<WebhookEndpoint> =>
  (await ask((api, options) => api.webhooks.updateWebhookEndpoint({ ...paramsOf(one), body, ...options }))).body;

/** Returns the fields of the form that differ from the endpoint. */
export const changeOf = (one: Fields, form: Fields): WebhookEndpointChange =>
  Object.fromEntries(
    (["url", "description", "types"] as const)
      .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(form[name]))
      .map((name) => [name, form[name]]),
  );

const fieldsOf = (one: WebhookEndpoint, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, one[name as keyof WebhookEndpoint]]));

/** Puts back the fields that were changed, unless somebody else has changed one of them since. */
const undoChange = async (before: WebhookEndpoint, after: WebhookEndpoint, names: readonly string[]) => {
  const call = paramsOf(before);
  const { body: now } = await ask((api, options) => api.webhooks.getWebhookEndpoint({ ...call, ...options }));
  if (JSON.stringify(fieldsOf(now, names)) !== JSON.stringify(fieldsOf(after, names)))
    throw new ApiError("conflict", texts.changedSince);
  const chosen = fieldsOf(before, names);
  // The service paused the endpoint itself, so the undo makes it active.
  await change(before, chosen["status"] === "paused" ? { ...chosen, status: "active" } : chosen);
  return texts.putBack(before.url);
};

type Update = { readonly one: WebhookEndpoint; readonly change: WebhookEndpointChange };

const titleOf = ({ change: { status } }: Update, { url }: WebhookEndpoint) => {
  if (status === undefined) return texts.saved(url);
  return status === "active" ? texts.enabled(url) : texts.disabled(url);
};

/** Changes fields of an endpoint, or turns it on or off. */
export const useUpdateEndpoint = (onDone: () => void = () => undefined) =>
  useWrite({
    send: ({ one, change: body }: Update) => change(one, body),
    onSuccess: (after, update) => {
      const run = () => undoChange(update.one, after, Object.keys(update.change));
      announce({ title: titleOf(update, after), undo: { size: 1, run } });
      onDone();
    },
  });

export const useDeleteEndpoint = (onDone: () => void) =>
  useWrite({
    send: async (one: WebhookEndpoint) => {
      await ask((api, options) => api.webhooks.deleteWebhookEndpoint({ ...paramsOf(one), ...options }));
      await forgetEndpoint(one.id);
    },
    onSuccess: (_, { url }) => {
      announce({ title: texts.deleted(url), whyNot: texts.noUndo });
      onDone();
    },
  });

/** Sends a test message at once, and shows the outcome. */
export const useTestEndpoint = () =>
  useWrite({
    send: async (one: WebhookEndpoint) =>
      (await ask((api, options) => api.webhooks.testWebhookEndpoint({ ...paramsOf(one), ...options }), TEST)).body,
    onSuccess: (delivery: WebhookDelivery) => {
      if (delivery.status === "delivered") notify({ title: texts.testDelivered(delivery.responseStatus ?? 0) });
      else notify({ title: texts.testFailed, detail: outcomeOf(delivery) ?? texts.problems.other });
    },
    onError: (error) => notifyFailure(error),
  });

/** The service waits for the answer of the receiving program. */
const TEST = { timeoutMs: 30_000 };

type Replay = { readonly one: WebhookEndpoint; readonly after: string };

export const useReplayEndpoint = (onDone: () => void) =>
  useWrite({
    send: async ({ one, after }: Replay) => {
      const call = { ...paramsOf(one), body: { after } };
      return (await ask((api, options) => api.webhooks.replayWebhookEndpoint({ ...call, ...options }))).body;
    },
    onSuccess: ({ url, behind }) => {
      announce({ title: texts.replayed(url, behind) });
      onDone();
    },
  });

export const useRedeliver = () =>
  useWrite({
    send: ({ id }: WebhookDelivery) => {
      const call = { params: { deliveryId: id } };
      return ask((api, options) => api.webhooks.redeliverWebhook({ ...call, ...options }));
    },
    onSuccess: (_, { type }) => announce({ title: texts.redelivered(eventWords(type)) }),
    onError: (error) => notifyFailure(error),
  });

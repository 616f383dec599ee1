import type { WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import { EventType } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { draw, pageAt } from "../../../test/support/draw";
import { actAs, fakeService, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../test/support/hook";
import { markupOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { ManagersOnly } from "../../components/resource-page";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { SecretDialog } from "../../components/secret-dialog";
import { InlineError } from "../../components/states";
import { queryClient } from "../../lib/service/query-client";
import { reauthentication } from "../../lib/session/reauthentication";
import { undoLast } from "../../lib/history/undo";
import { Deliveries } from "./deliveries";
import { eventWords } from "./event-words";
import { deliveryState, healthOf, outcomeOf, reasonOf } from "./health";
import { deliveriesQuery, endpointQuery } from "./queries";
import { parseWebhookSearch } from "./search";
import { snippets } from "./snippets";
import {
  changeOf,
  useDeleteEndpoint,
  useReplayEndpoint,
  useTestEndpoint,
  useUpdateEndpoint,
} from "./use-webhook-writes";
import { NewWebhookDialog, RotateSecretDialog } from "./webhook-dialogs";
import { webhooks } from "../../texts/webhooks";
import { toFields, useWebhookFields } from "./webhook-fields";
import { WebhooksPage } from "./webhooks-page";

const hook: WebhookEndpoint = {
  id: 3,
  url: "https://shop.example/hook",
  description: "The web shop",
  types: ["pet.created"],
  status: "active",
  statusReason: null,
  statusSince: "2026-11-21T09:30:00.000Z",
  failures: 0,
  failingSince: null,
  lastSuccessAt: null,
  nextProbeAt: null,
  cursor: "3f9a2b07-1042",
  behind: 0,
  retrying: 0,
  oldSecretUntil: null,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
};

const delivery: WebhookDelivery = {
  id: 9,
  endpointId: 3,
  messageId: "msg_9",
  eventId: "3f9a2b07-1041",
  type: "pet.created",
  status: "failed",
  attempts: 10,
  responseStatus: 503,
  problem: "status",
  durationMs: 83,
  requestBytes: 412,
  responseBytes: 2,
  createdAt: "2026-11-21T09:30:00.000Z",
  lastAttemptAt: "2026-11-21T09:30:00.000Z",
  nextAttemptAt: null,
};

describe("the health of a webhook", () => {
  it("distinguishes a failing from a working webhook, and explains a paused or disabled one", () => {
    expect(
      [hook, { ...hook, failures: 2 }, { ...hook, status: "paused" }, { ...hook, status: "later" }].map(healthOf),
    ).toEqual(["active", "failing", "paused", "disabled"]);
    expect(reasonOf(hook)).toBeUndefined();
    expect(reasonOf({ ...hook, status: "paused", statusReason: "failures" })).toContain("Ten requests in a row");
    expect(reasonOf({ ...hook, status: "disabled", statusReason: "later" })).toContain("Nothing is sent");
  });

  it("a delivery shows the response, or why it failed", () => {
    expect(outcomeOf(delivery)).toBe("Not accepted · Answered 503");
    expect(outcomeOf({ responseStatus: null, problem: "later" })).toBe("It failed");
    expect(outcomeOf({ responseStatus: null, problem: null })).toBeUndefined();
    expect([deliveryState(delivery), deliveryState({ status: "later" })]).toEqual(["Failed", "later"]);
  });
});

describe("a webhook", () => {
  it("names its events by what happened, and a type of a later version by its name", () => {
    expect(["pet.updated", "category.merged", "test", "customer.seen"].map(eventWords)).toEqual([
      "Animal changed",
      "Category merged",
      "Webhook tested",
      "customer.seen",
    ]);
    expect(EventType.options.filter((type) => eventWords(type) === type)).toEqual([]);
  });

  it("says in a sentence when each type of event is sent", async () => {
    const { fields } = (await runHook(useWebhookFields)).now();
    const text = textOf(fields);
    expect(text).toContain("Animal changed When the name, the category or the status of an animal changes");
    expect(EventType.options.filter((type) => !text.includes(webhooks.sentences[type]))).toEqual([]);
  });

  it("sends trimmed values without empty ones, and a change sends only differences", () => {
    const typed = { url: " https://shop.example/hook ", description: " " };
    expect(toFields(typed, ["pet.deleted", "pet.created"])).toEqual({
      url: "https://shop.example/hook",
      description: null,
      types: ["pet.created", "pet.deleted"],
    });
    expect(changeOf(hook, { ...hook, description: null })).toEqual({ description: null });
    expect(changeOf(hook, hook)).toEqual({});
  });

  it("shows a new secret, which is kept in no cache", async () => {
    watchRefresh();
    const secret = "whsec_bmljZQ==";
    const asked = fakeService({ "POST /v1/webhook-endpoints": () => ({ status: 201, body: { ...hook, secret } }) });
    const dialog = await draw(NewWebhookDialog, { onClose: vi.fn<() => void>() });
    dialog.get(ContractForm).onSubmit({ url: hook.url });
    await until(() => dialog.get(SecretDialog).secret?.value === secret);
    expect(asked[0]?.headers.has("idempotency-key")).toBe(false);
    expect(
      JSON.stringify(
        queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain(secret);
  });

  it("asks for a recent proof before it is created or gets a new secret", async () => {
    watchRefresh();
    const ask = () =>
      inTurn(
        () => refusal(403, "reauthentication_required"),
        () => ({ status: 201, body: { ...hook, secret: "whsec_bmljZQ==" } }),
      );
    const asked = fakeService({
      "POST /v1/webhook-endpoints": ask(),
      "POST /v1/webhook-endpoints/3/rotate": ask(),
    });
    const onClose = vi.fn<() => void>();
    const dialogs = [
      await draw(NewWebhookDialog, { onClose }),
      await draw(RotateSecretDialog, { endpoint: hook, onClose }),
    ] as const;
    dialogs[0].get(ContractForm).onSubmit({ url: hook.url });
    await until(() => reauthentication.pending.get() !== undefined);
    expect(dialogs[0].get(SecretDialog).secret).toBeUndefined();
    reauthentication.succeed();
    await until(() => dialogs[0].get(SecretDialog).secret !== undefined);
    dialogs[1].get(Button, { variant: "primary" }).onClick?.({} as never);
    await until(() => reauthentication.pending.get() !== undefined);
    reauthentication.cancel();
    await until(() => dialogs[1].has(InlineError));
    expect(dialogs[1].get(SecretDialog).secret).toBeUndefined();
    expect(asked.map(({ line }) => line)).toEqual([
      "POST /v1/webhook-endpoints",
      "POST /v1/webhook-endpoints",
      "POST /v1/webhook-endpoints/3/rotate",
    ]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("is turned on again by Undo if nobody else has changed it", async () => {
    watchRefresh();
    const notices = shownNotices();
    const off = { ...hook, status: "disabled" };
    const asked = fakeService({
      "PATCH /v1/webhook-endpoints/3": () => ({ body: off }),
      "GET /v1/webhook-endpoints/3": inTurn(
        () => ({ body: hook }),
        () => ({ body: off }),
      ),
    });
    const update = await runHook(useUpdateEndpoint);
    update.now().mutate({ one: hook, change: { status: "disabled" } });
    await until(() => titlesOf(notices).includes("Turned off https://shop.example/hook"));
    undoLast();
    await until(() => titlesOf(notices).includes("That did not work"));
    undoLast();
    await until(() => titlesOf(notices).includes("Put back the webhook https://shop.example/hook"));
    expect(asked.flatMap(({ line, body }) => (line.startsWith("PATCH") ? [body] : []))).toEqual([
      { status: "disabled" },
      { status: "active" },
    ]);
  });

  it("is no longer requested by an open drawer after it was deleted", async () => {
    const asked = fakeService({
      "GET /v1/webhook-endpoints/4": () => ({ body: { ...hook, id: 4 } }),
      "GET /v1/webhook-endpoints/4/deliveries": () => ({ body: [delivery] }),
      "DELETE /v1/webhook-endpoints/4": () => ({ status: 204 }),
    });
    const drawer = await runHook(() => {
      const endpoint = useQuery(endpointQuery(4)).data;
      // The drawer shows deliveries only if the endpoint exists.
      const deliveries = useQuery({ ...deliveriesQuery(4, {}), enabled: endpoint !== null }).data;
      return { endpoint, deliveries, remove: useDeleteEndpoint(() => undefined) };
    });
    await until(() => drawer.now().endpoint !== undefined && drawer.now().deliveries !== undefined);
    drawer.now().remove.mutate({ ...hook, id: 4 });
    await until(() => drawer.now().remove.isSuccess && drawer.now().endpoint === null);
    await queryClient.invalidateQueries({ queryKey: ["webhooks", "one"] });
    expect(asked.map(({ line }) => line)).toEqual([
      "GET /v1/webhook-endpoints/4",
      "GET /v1/webhook-endpoints/4/deliveries",
      "DELETE /v1/webhook-endpoints/4",
    ]);
  });

  it("shows the outcome of a test, and how many events are sent again", async () => {
    watchRefresh();
    const notices = shownNotices();
    fakeService({
      "POST /v1/webhook-endpoints/3/test": inTurn(
        () => ({ body: { ...delivery, status: "delivered", responseStatus: 204, problem: null } }),
        () => ({ body: { ...delivery, responseStatus: null, problem: "timeout" } }),
        () => refusal(409, "conflict"),
      ),
      "POST /v1/webhook-endpoints/3/replay": () => ({ body: { ...hook, behind: 17 } }),
    });
    const onDone = vi.fn<() => void>();
    const writes = await runHook(() => [useTestEndpoint(), useReplayEndpoint(onDone)] as const);
    for (const title of [
      "The test arrived: the program answered 204",
      "The test did not arrive",
      "That did not work",
    ]) {
      writes.now()[0].mutate(hook);
      // oxlint-disable-next-line no-await-in-loop
      await until(() => titlesOf(notices).includes(title) && !writes.now()[0].isPending);
    }
    writes.now()[1].mutate({ one: hook, after: "3f9a2b07-1000" });
    await until(() => onDone.mock.calls.length === 1);
    expect(titlesOf(notices)).toContain("17 events will be sent to https://shop.example/hook");
    expect(notices().map(({ description }) => description)).toContain("No answer within 15 seconds");
  });

  it("offers redelivery of events while the endpoint works, but never of a test", () => {
    const rows = [delivery, { ...delivery, id: 10, eventId: null, type: "test" }];
    queryClient.setQueryData(deliveriesQuery(3, {}).queryKey, { rows, cursors: {} });
    const shown = markupOf(<Deliveries endpoint={hook} />);
    expect([
      shown.includes("Send delivery 9 (Animal added, Animal brought back) again"),
      shown.includes("Send delivery 10"),
    ]).toEqual([true, false]);
    expect(markupOf(<Deliveries endpoint={{ ...hook, status: "disabled" }} />)).not.toContain("Send delivery");
    expect(textOf(<Deliveries endpoint={hook} />)).toContain("10 tries · 83 ms · sent 412 B · received 2 B");
    queryClient.clear();
  });
});

describe("the webhooks page", () => {
  it("is hidden from clerks", async () => {
    actAs("clerk");
    const { around } = await pageAt("/webhooks", parseWebhookSearch);
    const page = await draw(WebhooksPage, {}, { around });
    expect(page.get<Parameters<typeof ManagersOnly>[0]>(ManagersOnly).texts.managersOnly).toBe(
      "Webhooks are for managers and owners",
    );
  });

  it("ignores an address that names no webhook", () => {
    expect([parseWebhookSearch({ open: "3" }), parseWebhookSearch({ open: "x" })]).toEqual([{ open: 3 }, {}]);
  });

  it("shows code in each language that reads the secret from the environment", () => {
    expect(Object.values(snippets).filter((code) => !code.includes("WEBHOOK_SECRET"))).toEqual([]);
  });
});

import { describe, expect, it, vi } from "vitest";
import { draw, pageAt } from "../../../test/support/draw";
import { keyOf } from "../../../test/support/examples";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../test/support/fake-service";
import { settled, until } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { NoMatch } from "../../components/filters/no-match";
import { ContractForm } from "../../components/contract-form";
import { ConfirmDialog, Drawer } from "../../components/dialog";
import { SecretDialog } from "../../components/secret-dialog";
import { Segments } from "../../components/segments";
import { InlineError, LoadError } from "../../components/states";
import { queryClient } from "../../lib/service/query-client";
import { lastAction } from "../../lib/history/undo";
import { KeyDrawer } from "./key-drawer";
import { KeysPage } from "./keys-page";
import { descendantsQuery, keyQuery, keysQuery } from "./queries";
import { NewKeyDialog } from "./new-key-dialog";
import { RevokeKeyDialog } from "./revoke-key-dialog";
import { RotateKeyDialog } from "./rotate-key-dialog";
import { parseKeySearch } from "./search";

const ignore = () => undefined;
const revoke = "DELETE /v1/api-keys/5";
const lost = () => refusal(500, "internal_error");

type Descendants = {
  readonly count: number;
  readonly apiKeys: readonly { readonly id: number }[];
  readonly onInclude: (areIncluded: boolean) => void;
};

describe("revoking a key", () => {
  const start = async (...answers: readonly Handler[]) => {
    const asked = fakeService({ [revoke]: inTurn(...answers) });
    const onClose = vi.fn<() => void>();
    const dialog = await draw(RevokeKeyDialog, { apiKey: keyOf(), onClose });
    return { dialog, onClose, asked, isBusy: () => dialog.get(ConfirmDialog).isBusy === true };
  };
  const family = () => ({ body: { apiKeys: [keyOf(), keyOf({ id: 6 })], count: 2 } });

  it("waits for the key's descendants, and does not count the key itself", async () => {
    const { answer, release } = held(family);
    const { dialog, isBusy } = await start(answer);
    expect(isBusy()).toBe(true);
    release();
    await until(() => !isBusy());
    const { count, apiKeys } = dialog.get<Descendants>("Descendants");
    expect([count, apiKeys.map(({ id }) => id)]).toEqual([1, [6]]);
  });

  it("shows why the descendants could not be read, or why the key could not be revoked", async () => {
    const { dialog, isBusy, onClose } = await start(
      () => refusal(400, "invalid_request"),
      () => refusal(409, "conflict"),
    );
    await until(() => !isBusy());
    expect(dialog.get(LoadError).query.error).toMatchObject({ code: "invalid_request" });
    expect(dialog.has(InlineError)).toBe(false);
    dialog.get(ConfirmDialog).onConfirm();
    await until(() => dialog.has(InlineError));
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    [false, "Revoked Till"],
    [true, "Revoked Till and 1 key that it made"],
  ])("says how many other keys were revoked with the key (%s)", async (areIncluded, title) => {
    const notices = shownNotices();
    const { dialog, isBusy, onClose, asked } = await start(family, () => ({ status: 204 }));
    await until(() => !isBusy());
    dialog.get<Descendants>("Descendants").onInclude(areIncluded);
    await until(() => dialog.get<{ areIncluded: boolean }>("Descendants").areIncluded === areIncluded);
    await settled();
    dialog.get(ConfirmDialog).onConfirm();
    await until(() => onClose.mock.calls.length === 1);
    const sent = asked.find(({ query }) => !query.has("dryRun"));
    expect([titlesOf(notices), sent?.query.get("descendants")]).toEqual([[title], String(areIncluded)]);
  });

  it("lists ten of many descendants", async () => {
    const apiKeys = Array.from({ length: 12 }, (_, at) => keyOf({ id: 6 + at }));
    const { dialog, isBusy } = await start(() => ({ body: { apiKeys, count: 12 } }));
    await until(() => !isBusy());
    const list = await dialog.part("Descendants");
    expect(list.get<{ keys: readonly unknown[] }>("LiveKeys").keys).toHaveLength(10);
  });

  it("reads the descendants again each time it opens", () => {
    expect(descendantsQuery(5).gcTime).toBe(0);
  });
});

describe.each([
  ["a new key", NewKeyDialog, { name: "Kiosk", scope: "read" }, "POST /v1/api-keys"],
  ["a replacement", RotateKeyDialog, { overlapSeconds: 0 }, "POST /v1/api-keys/5/rotate"],
] as const)("the dialog for %s", (_name, component, input, request) => {
  const start = async (...answers: readonly Handler[]) => {
    fakeService({ [request]: inTurn(...answers) });
    const dialog = await draw(component, { apiKey: keyOf({ name: "Gate" }), onClose: ignore });
    dialog.get(ContractForm).onSubmit(input);
    return dialog;
  };

  it("says that the key may exist when the response was lost", async () => {
    queryClient.setQueryData(keysQuery({}).queryKey, { rows: [], cursors: {} });
    const dialog = await start(lost);
    await until(() => dialog.get(ContractForm).error !== null);
    expect(queryClient.getQueryState(keysQuery({}).queryKey)?.isInvalidated).toBe(true);
    expect([dialog.get(SecretDialog).secret, dialog.has("p")]).toEqual([undefined, true]);
  });

  it("shows the key, and says that its creation cannot be undone", async () => {
    const dialog = await start(() => ({ status: 201, body: { ...keyOf(), key: "pets_live_secret" } }));
    await until(() => dialog.get(SecretDialog).secret?.value === "pets_live_secret");
    await until(() => lastAction()?.includes("name" in input ? input.name : "Gate") === true);
  });

  it("says after a refusal that no key was created", async () => {
    const dialog = await start(() => refusal(403, "forbidden"));
    await until(() => dialog.get(ContractForm).error !== null);
    expect(dialog.has("p")).toBe(false);
  });
});

describe("the drawer of a key", () => {
  it("offers no action on a revoked key", async () => {
    const drawerOf = async (revokedAt: string | null) => {
      queryClient.setQueryData(keyQuery(5).queryKey, keyOf({ revokedAt }));
      const drawer = await draw(KeyDrawer, { id: 5, onClose: ignore, onAct: ignore });
      return drawer.get(Drawer).actions !== undefined;
    };
    fakeService({ "GET /v1/api-keys/5": () => ({ body: keyOf() }) });
    expect(await drawerOf(null)).toBe(true);
    expect(await drawerOf("2026-11-21T09:30:00.000Z")).toBe(false);
  });
});

describe("the page of keys", () => {
  const open = async () => {
    actAs("manager");
    fakeService({ "GET /v1/api-keys": () => ({ body: [] }) });
    const page = await pageAt("/keys?cursor=abc&status=expired", parseKeySearch);
    const keys = await (await draw(KeysPage, {}, page)).part("Keys");
    return { keys, asked: page.asked };
  };

  it("starts at the first page when the state changes", async () => {
    const { keys, asked } = await open();
    keys.get(Segments).onChange("revoked");
    keys.get(Segments).onChange("active");
    expect(asked).toEqual(["/keys?status=revoked", "/keys"]);
  });

  it("links from an empty state to all keys", async () => {
    const { keys, asked } = await open();
    const content = await keys.part("Content");
    await until(() => content.has(NoMatch));
    content.get(NoMatch).onClear();
    expect(asked).toEqual(["/keys?status=all"]);
  });
});

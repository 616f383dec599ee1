import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeService, inTurn, refusal, silence, userOf } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";

const location = { reload: vi.fn<() => void>(), assign: vi.fn<() => void>() };
const drafts = { clear: vi.fn<() => void>() };
const hints = new Map<string, string>();

/** Loads the modules afresh, as on a page that has just been opened. */
const load = async () => {
  vi.resetModules();
  const [{ session }, { ask, askAuth }, { reauthentication }] = await Promise.all([
    import("./session"),
    import("../service/api"),
    import("./reauthentication"),
  ]);
  return { session, ask, askAuth, reauthentication };
};

const user = userOf("clerk");
const signedIn = { user, session: { id: 1 }, mustEnrolSecondFactor: false };
const keyFor = (minutes: number) => () => ({
  body: {
    key: "pets_live_test",
    expiresAt: new Date(Date.parse("2026-11-22T12:00:00Z") + minutes * 60_000).toISOString(),
  },
  headers: { date: "Sun, 22 Nov 2026 12:00:00 GMT" },
});
const noSession = () => refusal(401, "unauthorized");

type Session = Awaited<ReturnType<typeof load>>["session"];
const enter = (session: Session, as = user, mustEnrol = false) =>
  session.state.set({ phase: "signed-in", user: as, mustEnrol, hasEnded: false });

beforeEach(() => {
  vi.clearAllMocks();
  hints.clear();
  vi.stubGlobal("location", location);
  vi.stubGlobal("sessionStorage", drafts);
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => hints.get(name) ?? null,
    setItem: (name: string, value: string) => void hints.set(name, value),
    removeItem: (name: string) => void hints.delete(name),
  });
});

afterEach(() => void vi.unstubAllGlobals());

describe("the start of the page", () => {
  it("opens the browser's session, and fetches its key in advance", async () => {
    const { session } = await load();
    const asked = fakeService({ "GET /auth/get-session": () => ({ body: signedIn }), "POST /auth/key": keyFor(15) });
    await session.start();
    expect(session.state.get()).toEqual({ phase: "signed-in", user, mustEnrol: false, hasEnded: false });
    await until(() => asked.some(({ line }) => line === "POST /auth/key"));
    expect(hints.get("signed-in")).toBe("7");
  });

  it("reloads once in the account's language, unless the page is already in use", async () => {
    const german = { ...signedIn, language: "de" };
    const { session } = await load();
    fakeService({ "GET /auth/get-session": () => ({ body: german }), "POST /auth/key": keyFor(15) });
    await session.start();
    expect([location.reload.mock.calls.length, hints.get("language")]).toEqual([1, "de"]);
    expect(session.state.get()).toEqual({ phase: "starting" });
    const again = await load();
    await again.session.start();
    expect(again.session.state.get()).toMatchObject({ phase: "signed-in" });
    again.session.enter({ ...signedIn, language: "fr" } as never);
    expect([location.reload.mock.calls.length, hints.get("language")]).toEqual([1, "fr"]);
  });

  it("fetches no key for an account that must first enrol a second factor", async () => {
    const { session } = await load();
    const asked = fakeService({
      "GET /auth/get-session": () => ({ body: { ...signedIn, mustEnrolSecondFactor: true } }),
      "POST /auth/key": keyFor(15),
    });
    await session.start();
    expect(session.state.get()).toMatchObject({ phase: "signed-in", mustEnrol: true });
    expect(asked).toHaveLength(1);
  });

  it("shows the sign-in page without a session, and drops the hint", async () => {
    hints.set("signed-in", "7");
    const { session } = await load();
    fakeService({ "GET /auth/get-session": () => ({ body: null }), "POST /auth/key": silence });
    await session.start();
    expect([session.state.get(), hints.size]).toEqual([{ phase: "signed-out" }, 0]);
  });

  it("says if the service cannot be reached, and continues once it can", async () => {
    const { session } = await load();
    const answers = inTurn(
      () => {
        throw new Error("The network is down.");
      },
      () => ({ body: null }),
    );
    fakeService({ "GET /auth/get-session": answers });
    await session.start();
    expect(session.state.get()).toMatchObject({ phase: "unreachable", error: { code: "offline" } });
    await session.start();
    expect(session.state.get()).toEqual({ phase: "signed-out" });
  });
});

describe("the key", () => {
  it("is shared by all requests until a minute before it expires", async () => {
    const { session } = await load();
    enter(session);
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    const asked = fakeService({ "POST /auth/key": keyFor(15) });
    await Promise.all([session.key(), session.key()]);
    clock.mockReturnValue(14 * 60_000 - 1);
    await session.key();
    expect(asked).toHaveLength(1);
    clock.mockReturnValue(14 * 60_000);
    await session.key();
    expect(asked).toHaveLength(2);
    session.forgetKey();
    await session.key();
    expect(asked).toHaveLength(3);
    clock.mockRestore();
  });

  it("is fetched again after a failure", async () => {
    const { session } = await load();
    enter(session);
    fakeService({ "POST /auth/key": inTurn(() => refusal(503, "unavailable"), keyFor(15)) });
    await expect(session.key()).rejects.toMatchObject({ code: "unavailable" });
    expect(await session.key()).toBe("pets_live_test");
  });
});

describe("a request after its session ended", () => {
  it("waits until the same person has signed in, and is then sent again", async () => {
    const { session, askAuth } = await load();
    enter(session);
    fakeService({
      "GET /auth/passkeys": inTurn(noSession, () => ({ body: [] })),
      "GET /auth/get-session": () => ({ body: null }),
    });
    const passkeys = askAuth((auth, options) => auth.passkeys.listPasskeys(options));
    await until(() => Reflect.get(session.state.get(), "hasEnded") === true);
    session.enter(signedIn as never);
    expect((await passkeys).body).toEqual([]);
    expect(session.state.get()).toMatchObject({ hasEnded: false });
    // When the session ends again, the request waits again.
    const asked = fakeService({ "GET /auth/passkeys": noSession, "GET /auth/get-session": () => ({ body: null }) });
    void askAuth((auth, options) => auth.passkeys.listPasskeys(options)).catch(() => undefined);
    await until(() => Reflect.get(session.state.get(), "hasEnded") === true);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(asked.filter(({ line }) => line === "GET /auth/passkeys")).toHaveLength(1);
  });

  it("is sent again at once if the person has another session", async () => {
    const { session, askAuth } = await load();
    enter(session);
    fakeService({
      "GET /auth/passkeys": inTurn(noSession, () => ({ body: [] })),
      "GET /auth/get-session": () => ({ body: signedIn }),
    });
    await askAuth((auth, options) => auth.passkeys.listPasskeys(options));
    expect(session.state.get()).toMatchObject({ hasEnded: false });
  });

  it("waits for a password change in flight, which brings the next session", async () => {
    const { session, askAuth } = await load();
    enter(session);
    const changed = Promise.withResolvers<void>();
    let current: unknown = null;
    const asked = fakeService({
      "GET /auth/passkeys": inTurn(noSession, () => ({ body: [] })),
      "GET /auth/get-session": () => ({ body: current }),
    });
    void session.replaceBy(changed.promise);
    const passkeys = askAuth((auth, options) => auth.passkeys.listPasskeys(options));
    await until(() => asked.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(asked.map(({ line }) => line)).toEqual(["GET /auth/passkeys"]);
    current = signedIn;
    changed.resolve();
    expect((await passkeys).body).toEqual([]);
    expect(session.state.get()).toMatchObject({ hasEnded: false });
  });

  it("stops waiting if the password change fails", async () => {
    const { session, askAuth } = await load();
    enter(session);
    fakeService({ "GET /auth/passkeys": noSession, "GET /auth/get-session": () => ({ body: null }) });
    await expect(session.replaceBy(Promise.reject(new Error("The network is down.")))).rejects.toThrow("down");
    void askAuth((auth, options) => auth.passkeys.listPasskeys(options)).catch(() => undefined);
    await until(() => Reflect.get(session.state.get(), "hasEnded") === true);
  });

  it("is not sent in the name of another person", async () => {
    const { session, askAuth } = await load();
    enter(session);
    const asked = fakeService({
      "GET /auth/passkeys": noSession,
      "GET /auth/get-session": () => ({ body: { ...signedIn, user: userOf("owner", { id: 8 }) } }),
    });
    void askAuth((auth, options) => auth.passkeys.listPasskeys(options)).catch(() => undefined);
    await until(() => Reflect.get(session.state.get(), "hasEnded") === true);
    expect(asked.filter(({ line }) => line === "GET /auth/passkeys")).toHaveLength(1);
  });

  it("reports the second factor that the account now needs", async () => {
    const { session, askAuth } = await load();
    enter(session);
    fakeService({
      "GET /auth/passkeys": () => refusal(403, "second_factor_required"),
      "GET /auth/get-session": () => ({ body: { ...signedIn, mustEnrolSecondFactor: true } }),
    });
    await expect(askAuth((auth, options) => auth.passkeys.listPasskeys(options))).rejects.toBeDefined();
    expect(session.state.get()).toMatchObject({ mustEnrol: true });
  });
});

describe("a request of /v1", () => {
  it("is sent once more with a new key after 401, and then rejects", async () => {
    const { session, ask } = await load();
    enter(session);
    const asked = fakeService({ "GET /v1/views": noSession, "POST /auth/key": keyFor(15) });
    await expect(ask((api, options) => api.views.listViews(options))).rejects.toMatchObject({ status: 401 });
    expect(asked.map(({ line }) => line)).toEqual([
      "POST /auth/key",
      "GET /v1/views",
      "POST /auth/key",
      "GET /v1/views",
    ]);
  });

  it("waits for a proof of who the person is, and is sent again", async () => {
    const { session, ask, reauthentication } = await load();
    enter(session);
    const views = inTurn(
      () => refusal(403, "reauthentication_required"),
      () => ({ body: [] }),
    );
    fakeService({ "GET /v1/views": views });
    const answer = ask((api, options) => api.views.listViews(options));
    await until(() => reauthentication.pending.get() !== undefined);
    reauthentication.succeed();
    expect((await answer).body).toEqual([]);
    expect(reauthentication.pending.get()).toBeUndefined();
  });

  it("is cancelled if the person cancels the question, which all requests share", async () => {
    const { reauthentication } = await load();
    const [first, second] = [reauthentication.ask(), reauthentication.ask()];
    reauthentication.cancel();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    const next = reauthentication.ask();
    reauthentication.succeed();
    await expect(next).resolves.toBeUndefined();
  });

  it("asks for no proof after other refusals", async () => {
    const { session, ask, reauthentication } = await load();
    enter(session);
    fakeService({ "GET /v1/views": () => refusal(403, "forbidden") });
    await expect(ask((api, options) => api.views.listViews(options))).rejects.toMatchObject({ code: "forbidden" });
    expect(reauthentication.pending.get()).toBeUndefined();
  });
});

describe("a sign-in", () => {
  it("returns the second factor that it needs, and opens nothing", async () => {
    const { session } = await load();
    session.state.set({ phase: "signed-out" });
    const secondFactor = { methods: ["totp"] } as const;
    expect(session.enter({ secondFactor } as never)).toEqual(secondFactor);
    expect(session.state.get()).toEqual({ phase: "signed-out" });
  });

  it("reloads the page if another person signs in", async () => {
    const { session } = await load();
    enter(session);
    session.enter({ ...signedIn, user: userOf("owner", { id: 8 }) } as never);
    expect(location.reload).toHaveBeenCalledOnce();
    expect(session.state.get()).toMatchObject({ user: { id: 7 } });
  });

  it("reloads the page if another person signs in in another tab", async () => {
    const { session } = await load();
    enter(session);
    session.giveWayTo(7);
    expect(location.reload).not.toHaveBeenCalled();
    session.giveWayTo(8);
    expect(location.reload).toHaveBeenCalledOnce();
  });

  it("starts on a new page after a failed sign-out", async () => {
    const { session } = await load();
    session.state.set({ phase: "signed-out", isUnconfirmed: true });
    session.enter(signedIn as never);
    expect(location.assign).toHaveBeenCalledWith("/");
  });
});

describe("a sign-out", () => {
  it.each([
    ["that the service confirms loads a fresh page", () => ({ body: { success: true } }), true],
    ["that the service refuses says so", () => refusal(500, "internal_error"), false],
  ])("%s, and clears drafts and the hint", async (_, answer, isDone) => {
    hints.set("signed-in", "7");
    const { session } = await load();
    enter(session);
    fakeService({ "POST /auth/sign-out": answer });
    await session.signOut();
    expect([drafts.clear.mock.calls.length, hints.size, location.assign.mock.calls.length]).toEqual([
      1,
      0,
      isDone ? 1 : 0,
    ]);
    if (!isDone) expect(session.state.get()).toEqual({ phase: "signed-out", isUnconfirmed: true });
  });
});

describe("a page that the browser kept", () => {
  it("is reloaded when it is shown again if somebody was signed in", async () => {
    const { session } = await load();
    enter(session);
    session.resume({ persisted: false });
    expect(location.reload).not.toHaveBeenCalled();
    session.resume({ persisted: true });
    expect(location.reload).toHaveBeenCalledOnce();
    expect(session.state.get()).toEqual({ phase: "starting" });
  });
});

it("updates the account of the signed-in person only", async () => {
  const { session } = await load();
  session.setUser(userOf("owner"));
  expect(session.state.get()).toEqual({ phase: "starting" });
  enter(session);
  session.setUser(userOf("manager"));
  expect(session.state.get()).toMatchObject({ user: { role: "manager" }, mustEnrol: false });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeService, refusal, userOf } from "../../../test/support/fake-service";
import { session } from "./session";
import { signInWithPassword, signInWithRecoveryCode, signInWithTotp } from "./sign-in";

const signedIn = { user: userOf("clerk"), session: { id: 1 }, mustEnrolSecondFactor: false };

describe("a sign-in", () => {
  beforeEach(() => session.state.set({ phase: "signed-out" }));
  afterEach(() => session.state.set({ phase: "starting" }));

  it.each([
    [
      "/auth/sign-in/email",
      { email: "mara@store.example", password: "glacier 9" },
      () => signInWithPassword({ email: "mara@store.example", password: "glacier 9" }),
    ],
    ["/auth/sign-in/totp", { code: "123456" }, () => signInWithTotp("123456")],
    ["/auth/sign-in/recovery-code", { code: "abcd" }, () => signInWithRecoveryCode("abcd")],
  ])("opens the session with %s", async (path, body, signIn) => {
    const asked = fakeService({ [`POST ${path}`]: () => ({ body: signedIn }) });
    expect(await signIn()).toBeUndefined();
    expect([asked[0]?.body, session.state.get().phase]).toEqual([body, "signed-in"]);
  });

  it("shows why it was refused, and opens no session", async () => {
    fakeService({ "POST /auth/sign-in/totp": () => refusal(401, "invalid_code") });
    await expect(signInWithTotp("000000")).rejects.toMatchObject({ code: "invalid_code" });
    expect(session.state.get()).toEqual({ phase: "signed-out" });
  });

  it("returns the second factor that is still needed", async () => {
    fakeService({ "POST /auth/sign-in/email": () => ({ body: { secondFactor: { methods: ["totp"] } } }) });
    expect(await signInWithPassword({ email: "a", password: "b" })).toEqual({ methods: ["totp"] });
  });

  it("never uses the key of the previous session", async () => {
    session.state.set({ phase: "signed-in", user: userOf("clerk"), mustEnrol: false, hasEnded: true });
    let exchanges = 0;
    const key = () => {
      exchanges += 1;
      return { body: { key: `key-${exchanges}`, expiresAt: new Date(Date.now() + 900_000).toISOString() } };
    };
    session.forgetKey();
    fakeService({ "POST /auth/key": key, "POST /auth/sign-in/totp": () => ({ body: signedIn }) });
    expect(await session.key()).toBe("key-1");
    await signInWithTotp("123456");
    expect(await session.key()).toBe("key-2");
    session.forgetKey();
  });
});

describe("an invitation", () => {
  const open = async (address: string) => {
    vi.resetModules();
    const replaced: string[] = [];
    const listeners: (() => void)[] = [];
    const location = new URL(address);
    vi.stubGlobal("location", location);
    vi.stubGlobal("history", {
      replaceState: (_: unknown, __: string, to: string) => {
        replaced.push(to);
        location.hash = "";
      },
    });
    vi.stubGlobal("addEventListener", (_: string, run: () => void) => listeners.push(run));
    const { invitation } = await import("./invitation");
    return { invitation, replaced, location, changeHash: () => listeners.forEach((run) => run()) };
  };
  afterEach(() => void vi.unstubAllGlobals());

  it("takes the code out of the address at once", async () => {
    const { invitation, replaced } = await open("https://store.example/invitation#abc");
    expect([invitation.state.get(), replaced]).toEqual([{ code: "abc" }, ["/invitation"]]);
  });

  it("asks for a code if the address has none, and is only on the page of invitations", async () => {
    expect((await open("https://store.example/invitation")).invitation.state.get()).toEqual({ code: undefined });
    expect((await open("https://store.example/orders#abc")).invitation.state.get()).toBeUndefined();
  });

  it("reads the code of another link in the same tab, or of typed text", async () => {
    const { invitation, location, changeHash } = await open("https://store.example/invitation#abc");
    location.hash = "def";
    changeHash();
    expect(invitation.state.get()).toEqual({ code: "def" });
    invitation.use(" https://store.example/invitation#ghi ");
    expect(invitation.state.get()).toEqual({ code: "ghi" });
    invitation.use(" jkl ");
    expect(invitation.state.get()).toEqual({ code: "jkl" });
    invitation.forget();
    expect(invitation.state.get()).toEqual({ code: undefined });
  });

  it("goes to the address of the admin", async () => {
    const { invitation, replaced } = await open("https://store.example/invitation");
    invitation.leave();
    expect([invitation.state.get(), replaced]).toEqual([undefined, ["/"]]);
  });
});

describe("the theme", () => {
  const load = async (set: string | undefined) => {
    vi.resetModules();
    const dataset: Record<string, string> = set === undefined ? {} : { theme: set };
    const stored = new Map<string, string>();
    vi.stubGlobal("document", { documentElement: { dataset } });
    vi.stubGlobal("localStorage", { setItem: (name: string, value: string) => void stored.set(name, value) });
    const { theme } = await import("../page/theme");
    return { theme, dataset, stored };
  };
  afterEach(() => void vi.unstubAllGlobals());

  it("is the theme that was chosen for the page, or else that of the system", async () => {
    expect((await load("dark")).theme.get()).toBe("dark");
    expect((await load(undefined)).theme.get()).toBe("system");
    expect((await load("pink")).theme.get()).toBe("system");
  });

  it("changes the page at once, and is remembered", async () => {
    const { theme, dataset, stored } = await load("dark");
    theme.set("light");
    expect([theme.get(), dataset, stored.get("theme")]).toEqual(["light", { theme: "light" }, "light"]);
    theme.set("system");
    expect([theme.get(), dataset, stored.get("theme")]).toEqual(["system", {}, "system"]);
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { copyField } from "../page/clipboard";
import { passkeyAddress, readPasskeySupport } from "../session/passkey-support";
import { hasRole } from "../session/roles";
import { userOf } from "../../../test/support/fake-service";

afterEach(() => void vi.unstubAllGlobals());

describe("passkeys", () => {
  it.each([
    ["https://store.example/account", "works", undefined],
    ["http://localhost:3000/account", "works", undefined],
    ["http://127.0.0.1:3000/account", "needsName", "http://localhost:3000/account"],
    ["http://[::1]/", "needsName", "http://localhost/"],
    ["http://192.168.0.7/account", "needsName", undefined],
  ])("are reported at %s as %s", (address, support, better) => {
    vi.stubGlobal("location", new URL(address));
    vi.stubGlobal("PublicKeyCredential", () => undefined);
    expect([readPasskeySupport(), passkeyAddress()]).toEqual([support, better]);
  });

  it("need a browser that supports them", () => {
    vi.stubGlobal("location", new URL("https://store.example/"));
    vi.stubGlobal("PublicKeyCredential", undefined);
    expect(readPasskeySupport()).toBe("none");
  });
});

describe("copyField", () => {
  const fieldWith = (select = vi.fn<() => void>()) => ({ value: "secret", select }) as unknown as HTMLInputElement;

  it("writes the text to the clipboard", async () => {
    const writeText = vi.fn<() => Promise<void>>().mockResolvedValue();
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copyField(fieldWith())).toBe(true);
    expect(writeText).toHaveBeenCalledWith("secret");
  });

  it.each([true, false])(
    "selects the text if there is no clipboard, and reports whether copying worked: %s",
    async (works) => {
      vi.stubGlobal("navigator", {});
      vi.stubGlobal("document", { execCommand: () => works });
      const select = vi.fn<() => void>();
      expect([await copyField(fieldWith(select)), select.mock.calls.length]).toEqual([works, 1]);
    },
  );
});

describe("a role", () => {
  it("may do what lower roles may do, and not what higher ones may", () => {
    const roles = ["clerk", "manager", "owner"] as const;
    const may = (role: (typeof roles)[number]) => roles.filter((least) => hasRole(userOf(role), least));
    expect(roles.map(may)).toEqual([["clerk"], ["clerk", "manager"], ["clerk", "manager", "owner"]]);
  });
});

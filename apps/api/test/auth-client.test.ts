import { createAuthClient, createClient } from "@petstore/contract/client";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addStaff, password } from "./support/staff.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

describe("the typed client of /auth", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());
  afterEach(() => vi.restoreAllMocks());

  /** Adds to each request what a browser on a page of the service adds: its cookies and `Origin`. */
  const actAsBrowser = () => {
    const cookies = new Map<string, string>();
    const { fetch } = globalThis;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("origin", api.origin);
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await fetch(input, { ...init, headers });
      for (const field of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(field) ?? [];
        cookies.set(name, value);
      }
      return response;
    });
  };

  it("signs in, gets a key for /v1, and manages accounts by their numeric ids", async () => {
    const { id, email } = await addStaff(api);
    actAsBrowser();
    const auth = createAuthClient({ baseUrl: `${api.origin}/auth` });
    const signedIn = await auth.signIn.signIn({ body: { email, password } });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: Number(id), role: "owner" } } });
    const key = await auth.keys.exchangeSessionForKey();
    if (key.status !== 200) throw new TypeError(`POST /auth/key answered ${key.status}.`);
    const client = createClient({ baseUrl: `${api.origin}/v1`, apiKey: key.body.key });
    expect((await client.inventory.getInventory()).status).toBe(200);
    const listed = await auth.users.listUsers({ query: { searchValue: email } });
    expect(listed).toMatchObject({ status: 200, body: { total: 1, users: [{ id: Number(id), email }] } });
    expect(await auth.users.getUser({ query: { id: Number(id) } })).toMatchObject({ status: 200, body: { email } });
    expect(await auth.users.banUser({ body: { userId: Number(id) } })).toMatchObject({
      status: 409,
      body: { code: "own_account" },
    });
    expect((await auth.signIn.signOut()).body).toEqual({ success: true });
    expect((await auth.sessions.getSession()).body).toBeNull();
  });
});

import { expect, it } from "vitest";
import { createTestApi } from "../../test/support/test-api.js";

const warnings = (logged: readonly Record<string, unknown>[]) =>
  logged.flatMap(({ level, msg }) => (level === 40 && String(msg).includes("TRUSTED_PROXIES") ? [String(msg)] : []));

it("names a proxy that is not trusted once, with the remedy", async () => {
  const api = await createTestApi();
  const through = (field: string) => api.send("GET /v1/pets", { headers: { [field]: "for=203.0.113.1" } });
  await api.send("GET /v1/pets");
  expect(warnings(api.logged)).toEqual([]);
  for (const field of ["x-forwarded-for", "forwarded", "x-forwarded-for"]) await through(field);
  await expect
    .poll(() => warnings(api.logged))
    .toEqual([
      "A request from 127.0.0.1 has the header X-Forwarded-For, but TRUSTED_PROXIES does not name this address, so all clients behind it count as one: if it is your proxy, add it to TRUSTED_PROXIES; if not, a client has written the header, which has no effect.",
    ]);
  await api.close();
});

it("does not warn of a trusted proxy", async () => {
  const api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
  await api.send("GET /v1/pets", { headers: { "x-forwarded-for": "203.0.113.1" } });
  expect(warnings(api.logged)).toEqual([]);
  await api.close();
});

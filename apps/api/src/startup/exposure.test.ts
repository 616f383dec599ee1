import { expect, it, vi } from "vitest";
import { warnOfExposure } from "./exposure.js";

const warningsOf = (given: Partial<Parameters<typeof warnOfExposure>[0]>) => {
  const warn = vi.fn<(sentence: string) => void>();
  warnOfExposure({ host: "0.0.0.0", publicUrl: undefined, trustedProxies: [], ...given }, { warn });
  return warn.mock.calls.length;
};

it("a service that other machines reach without TLS is warned of once", () => {
  expect([warningsOf({}), warningsOf({ host: "::" }), warningsOf({ publicUrl: "http://api.example/v1" })]).toEqual([
    1, 1, 1,
  ]);
});

it.each([
  ["listens on this machine alone", { host: "127.0.0.1" }],
  ["listens on ::1 alone", { host: "::1" }],
  ["has a proxy", { trustedProxies: ["10.0.0.0/8"] }],
  ["has an address with https", { publicUrl: "https://api.example/v1" }],
])("there is no warning if the service %s", (_what, given) => {
  expect(warningsOf(given)).toBe(0);
});

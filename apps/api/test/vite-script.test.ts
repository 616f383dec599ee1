import { describe, expect, it } from "vitest";

type Module = {
  readonly findFreePort: (host: string) => Promise<number>;
  readonly urlOf: (host: string, port: number) => string;
};

const { findFreePort, urlOf } = (await import(new URL("../scripts/vite.mjs", import.meta.url).href)) as Module;

describe("the address that pnpm dev gives to Vite", () => {
  it.each([
    ["127.0.0.1", "http://127.0.0.1:3000"],
    ["localhost", "http://localhost:3000"],
    ["::1", "http://[::1]:3000"],
    ["0.0.0.0", "http://127.0.0.1:3000"],
    ["::", "http://[::1]:3000"],
  ])("with HOST=%s, is %s", (host, url) => expect(urlOf(host, 3000)).toBe(url));

  it("has a port that the system chooses if PORT is 0", async () => {
    expect(await findFreePort("127.0.0.1")).toBeGreaterThan(1023);
  });
});

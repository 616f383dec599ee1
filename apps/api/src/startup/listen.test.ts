import { createServer } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { listen } from "./listen.js";

const refuseWith = (code: string, names?: Parameters<typeof listen>[2]) => {
  const server = createServer();
  vi.spyOn(server, "listen").mockImplementation(() => {
    server.emit("error", Object.assign(new Error(code), { code }));
    return server;
  });
  return listen(server, { host: "h", port: 80 }, names).catch((error: unknown) => error);
};

describe("listen", () => {
  it.each([
    ["EADDRINUSE", true, "Port 80 on h is in use: stop the program that listens there, or set PORT to another one"],
    ["EACCES", false, "PORT 80 is not open to this user: set PORT to 1024 or above."],
    ["EADDRNOTAVAIL", false, "HOST h is not an address of this machine: set HOST to one"],
    ["ENOTFOUND", false, "HOST h cannot be resolved: set HOST to an address"],
  ])("explains %s, and says whether the problem may be temporary", async (code, isTemporary, sentence) => {
    expect(await refuseWith(code)).toMatchObject({ isTemporary, message: expect.stringContaining(sentence) });
  });

  it("names the given variables, and passes on errors that it does not know", async () => {
    const named = await refuseWith("EACCES", { host: "METRICS_HOST", port: "METRICS_PORT" });
    expect(String(named)).toContain("METRICS_PORT 80 is not open to this user: set METRICS_PORT to");
    expect(await refuseWith("EMFILE")).toMatchObject({ code: "EMFILE", message: "EMFILE" });
  });

  it("returns the address and its actual port, with IPv6 addresses in brackets", async () => {
    for (const [host, shown] of [
      ["127.0.0.1", "127.0.0.1"],
      ["::1", "[::1]"],
    ] as const) {
      const server = createServer();
      const address = await listen(server, { host, port: 0 });
      expect(address).toMatch(new RegExp(`^http://${shown.replaceAll(/[[\].]/g, "\\$&")}:[1-9]\\d+$`));
      server.close();
    }
  });
});

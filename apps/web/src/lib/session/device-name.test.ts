import { describe, expect, it } from "vitest";
import { readUserAgent } from "./device-name";

const gecko = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the device of a User-Agent", () => {
  it.each([
    [gecko, { browser: "Firefox", system: "Windows" }],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/142.0 Safari/537.36`, { browser: "Chrome", system: "Linux" }],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`,
      { browser: "Edge", system: "Windows" },
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0 Mobile Safari/537.36`,
      { browser: "Chrome", system: "Android" },
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      { browser: "Safari", system: "macOS" },
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
      { browser: "Chrome", system: "iPhone" },
    ],
    ["curl/8.5.0", {}],
    [null, {}],
  ])("is read from %s", (userAgent, device) => {
    expect(readUserAgent(userAgent)).toEqual(device);
  });
});

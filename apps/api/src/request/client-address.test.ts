import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { createClientAddress, networkOf } from "./client-address.js";

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

describe("createClientAddress", () => {
  it.each([
    [[], "203.0.113.1", "198.51.100.1", "203.0.113.1"],
    [["10.0.0.0/8"], "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    [["10.0.0.0/8"], "10.1.2.3", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
    [["10.0.0.0/8"], "10.1.2.3", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
    [["loopback"], "::ffff:127.0.0.1", "2001:db8::1", "2001:db8::1"],
    [["loopback"], "127.0.0.1", "made up", "127.0.0.1"],
    [["loopback"], "127.0.0.1", undefined, "127.0.0.1"],
    [[], "::ffff:192.0.2.1", undefined, "192.0.2.1"],
    [["loopback"], "127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
    [["loopback"], "127.0.0.1", "::FFFF:198.51.100.1", "198.51.100.1"],
    [["loopback"], "127.0.0.1", "64:ff9b::ffff:198.51.100.1", "64:ff9b::ffff:198.51.100.1"],
    [[], undefined, undefined, undefined],
  ])("trusting %j, maps peer %s with X-Forwarded-For %s to %s", (trusted, remote, forwarded, address) => {
    expect(createClientAddress(trusted)(request(remote, forwarded))).toBe(address);
  });
});

describe("networkOf", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1:2::", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2"],
    ["::1", "0:0:0:0"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::", "0:0:0:0"],
    ["1::2:3:4:5:6:7", "1:0:2:3"],
    ["1::3:4:5:6:7:8", "1:0:3:4"],
    ["::2:3:4:5:6:7:8", "0:2:3:4"],
    ["1:2::7:8", "1:2:0:0"],
  ])("maps %s to %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

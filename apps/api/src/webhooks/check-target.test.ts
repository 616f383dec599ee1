import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startNameServer } from "../../test/support/name-server.js";
import { parseNetworks } from "../config/networks.js";
import { checkTarget, createLookUp, type Resolve, resolveByDns, TargetRefused } from "./check-target.js";

const allow = (...networks: string[]) => parseNetworks(networks) ?? expect.fail();
const none = allow();
const { signal } = new AbortController();

const resolveTo =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses);

const check = (url: string, resolve: Resolve = resolveTo("93.184.215.14"), allowed = none, ports: number[] = []) =>
  checkTarget(url, { allowed, resolve, ports: new Set(ports) }, signal);

const problemOf = (url: string, resolve?: Resolve, allowed?: typeof none) =>
  check(url, resolve, allowed).then(
    () => "none",
    (error: unknown) => (error instanceof TargetRefused ? error.problem : expect.fail(String(error))),
  );

describe("the target of a webhook", () => {
  it("can be any public host, with all its addresses", async () => {
    const { url, addresses } = await check(
      "https://shop.example:8443/a?b",
      resolveTo("93.184.215.14", "2606:2800:21f:cb07::1"),
      none,
      [8_443],
    );
    expect(url.href).toBe("https://shop.example:8443/a?b");
    expect(addresses).toEqual([
      { address: "93.184.215.14", family: 4 },
      { address: "2606:2800:21f:cb07::1", family: 6 },
    ]);
  });

  it.each([
    ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254"],
    ...["169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1"],
    ...["192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1"],
    ...["240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:93.184.215.14", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"],
    ...["100::1", "2001::1", "2001:2::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1"],
    ...["fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1"],
  ])("is not %s, given by name", async (address) => {
    expect(await problemOf("https://shop.example/", resolveTo(address))).toBe("forbidden_address");
    expect(await problemOf("https://shop.example/", resolveTo("93.184.215.14", address))).toBe("forbidden_address");
  });

  it.each([
    ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "10.0.0.1", "169.254.169.254"],
    ...[
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[64:ff9b::7f00:1]",
      "[fd00:ec2::254]",
      "①②⑦.0.0.1",
      "127.0.0.1.",
    ],
  ])("must not be %s, in any spelling", async (host) => {
    const resolve: Resolve = (name) => expect.fail(`${name} was looked up`);
    expect(await problemOf(`https://${host}/`, resolve)).toBe("forbidden_address");
  });

  it("may be given by public addresses", async () => {
    const resolve: Resolve = (name) => expect.fail(`${name} was looked up`);
    for (const host of ["93.184.215.14", "[2606:2800:21f:cb07::1]"])
      expect(await problemOf(`https://${host}/`, resolve)).toBe("none");
  });

  it("may be in an allowed network, but is allowed to use http only on this machine", async () => {
    const inside = allow("10.0.0.0/8", "127.0.0.1", "fd00::/8");
    expect(await problemOf("https://shop.example/", resolveTo("10.1.2.3", "fd00::1"), inside)).toBe("none");
    expect(await problemOf("https://shop.example/", resolveTo("192.168.0.1"), inside)).toBe("forbidden_address");
    expect(await problemOf("http://shop.example/", resolveTo("10.1.2.3"), inside)).toBe("forbidden_address");
    expect(await problemOf("http://127.0.0.1/", undefined, inside)).toBe("none");
    expect(await problemOf("http://127.0.0.2/", undefined, inside)).toBe("forbidden_address");
    expect(await problemOf("http://93.184.215.14/", undefined, inside)).toBe("forbidden_address");
  });

  it.each([
    ["127.0.0.1", "10.1.2.3"],
    ["10.1.2.3", "127.0.0.1"],
  ])("uses http and other ports only if all its addresses are local: %s and %s", async (...addresses) => {
    const inside = allow("10.0.0.0/8", "127.0.0.1");
    for (const url of ["http://shop.example/", "https://shop.example:8443/"])
      expect(await problemOf(url, resolveTo(...addresses), inside)).toBe("forbidden_address");
    expect(await problemOf("https://shop.example/", resolveTo(...addresses), inside)).toBe("none");
    expect(await problemOf("https://shop.example/", resolveTo(...addresses), allow("127.0.0.1"))).not.toBe("none");
  });

  it.each(["ftp://shop.example/", "https://u:p@shop.example/", "https://shop.example:0/", "file:///etc/passwd"])(
    "is not %s",
    async (url) => expect(await problemOf(url)).toBe("forbidden_address"),
  );

  it("must have the port of its scheme or a port that the operator allows, except on this machine", async () => {
    const ruleOf = (url: string, to: string, ports: number[] = []) =>
      check(url, resolveTo(to), allow("127.0.0.1", "10.0.0.0/8"), ports).then(
        () => "none",
        (error: unknown) => (error as TargetRefused).rule,
      );
    const refused = expect.stringContaining("must use port 443");
    for (const to of ["93.184.215.14", "10.0.0.1"]) {
      expect(await ruleOf("https://shop.example:443/", to)).toBe("none");
      for (const port of [22, 80, 6379, 8443])
        expect(await ruleOf(`https://shop.example:${port}/`, to)).toEqual(refused);
      expect(await ruleOf("https://shop.example:8443/", to, [9_000, 8_443])).toBe("none");
      expect(await ruleOf("https://shop.example:844/", to, [8_443])).toEqual(refused);
    }
    expect(await ruleOf("http://shop.example:3000/", "127.0.0.1")).toBe("none");
  });

  it("gets the same refusal if its name has an internal address or does not exist", async () => {
    const ruleOf = (url: string, ...to: string[]) =>
      check(url, resolveTo(...to)).then(
        () => "none",
        ({ rule }: TargetRefused) => rule,
      );
    for (const url of ["https://shop.example/", "http://shop.example/", "https://shop.example:8443/"])
      expect(await ruleOf(url)).toBe(await ruleOf(url, "10.0.0.1"));
  });

  it("is refused if its name has no address", async () => {
    expect(await problemOf("https://shop.example/", resolveTo())).toBe("name");
  });

  it("is this machine if it is localhost, without asking a name server", async () => {
    for (const host of ["localhost", "a.localhost", "localhost."])
      expect(await problemOf(`https://${host}/`, resolveByDns)).toBe("forbidden_address");
  });
});

describe("the look-up of a name", () => {
  const v6 = [0x26, 0x06, 0x28, 0, 0x02, 0x20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x14];
  let server: Awaited<ReturnType<typeof startNameServer>>;
  let resolve: Resolve;
  beforeEach(async () => {
    server = await startNameServer((name, type) => {
      if (name === "silent.example") return "silence";
      if (name === "no.example") return "none";
      if (type === "AAAA") return name === "both.example" ? [v6] : [];
      return name === "six.example"
        ? []
        : [
            [93, 184, 215, 14],
            [10, 0, 0, 1],
          ];
    });
    resolve = createLookUp([server.address]);
  });
  afterEach(() => server.close());

  it("finds all addresses of both families", async () => {
    const addresses = ["93.184.215.14", "10.0.0.1", "2606:2800:220:1::14"];
    expect(await resolve("both.example", signal)).toEqual(addresses);
    expect(await resolve("four.example", signal)).toEqual(addresses.slice(0, 2));
    expect(server.asked.toSorted()).toEqual([
      "both.example A",
      "both.example AAAA",
      "four.example A",
      "four.example AAAA",
    ]);
    expect(await problemOf("https://both.example/", resolve)).toBe("forbidden_address");
  });

  it("finds no address for an unknown name, and asks no name server about this machine", async () => {
    expect(await resolve("no.example", signal)).toEqual([]);
    expect(await resolve("six.example", signal)).toEqual([]);
    server.asked.length = 0;
    expect(await resolve("a.localhost", signal)).toEqual(["127.0.0.1"]);
    expect(server.asked).toEqual([]);
  });

  it("ends when its caller gives up on a silent name server", async () => {
    const leaving = new AbortController();
    const found = resolve("silent.example", leaving.signal);
    await expect.poll(() => server.asked).toHaveLength(2);
    leaving.abort();
    expect(await found).toEqual([]);
  });
});

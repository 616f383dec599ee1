import { describe, expect, it } from "vitest";
import { createLocalBus } from "../concurrency/worker-bus.js";
import { createSignInLimits, type SignInSource } from "./sign-in-limits.js";

const email = "ann@petstore.test";
const network = (number: number): SignInSource => ({
  address: `10.${Math.floor(number / 256)}.${number % 256}.1`,
  deviceId: undefined,
});
const device: SignInSource = { address: "10.0.0.1", deviceId: "a-known-device-1" };

const create = () => {
  const limits = createSignInLimits(createLocalBus());
  const isAllowed = (source: SignInSource, of = email) =>
    limits.countSignIn(of, source).then(
      () => true,
      (error: { status: number }) => {
        expect(error).toMatchObject({ status: 429, headers: { "Retry-After": expect.stringMatching(/^[0-9]+$/) } });
        return false;
      },
    );
  const allowedOf = async (
    tries: number,
    source: (number: number) => SignInSource,
    of?: (number: number) => string,
  ) => {
    let allowed = 0;
    for (let number = 0; number < tries; number += 1) if (await isAllowed(source(number), of?.(number))) allowed += 1;
    return allowed;
  };
  return { limits, isAllowed, allowedOf };
};

describe("createSignInLimits", () => {
  it("allows 10 attempts per account and network", async () => {
    const { allowedOf, isAllowed } = create();
    expect(await allowedOf(30, () => network(1))).toBe(10);
    expect(await isAllowed(network(2))).toBe(true);
  });

  it("allows 300 attempts at an account from all networks together", async () => {
    const { allowedOf, isAllowed } = create();
    expect(await allowedOf(400, (number) => network(Math.floor(number / 10)))).toBe(300);
    expect(await isAllowed(network(999), "ben@petstore.test")).toBe(true);
  });

  it("does not count attempts over the limit of a network towards other limits", async () => {
    const { allowedOf } = create();
    // There are 25 networks, and each makes 30 attempts. Of these, 10 are allowed for each network, which is 250 in
    // total.
    expect(await allowedOf(750, (number) => network(Math.floor(number / 30)))).toBe(250);
    expect(await allowedOf(100, (number) => network(100 + number))).toBe(50);
  });

  it("counts a known device separately", async () => {
    const { allowedOf, isAllowed } = create();
    await allowedOf(400, (number) => network(Math.floor(number / 10)));
    expect(await isAllowed(network(0))).toBe(false);
    expect(await allowedOf(30, () => device)).toBe(10);
    expect(await isAllowed({ ...device, deviceId: "a-known-device-2" })).toBe(true);
  });

  it("allows 30 attempts from one network or device, whichever accounts they are for", async () => {
    const { allowedOf } = create();
    const of = (number: number) => `${number}@petstore.test`;
    expect(await allowedOf(40, () => network(1), of)).toBe(30);
    expect(await allowedOf(40, () => device, of)).toBe(30);
  });

  it.each([
    ["a network", network(1)],
    ["a device", device],
  ])("forgive does not reset the total of %s", async (_kind, source) => {
    const { limits, allowedOf } = create();
    expect(
      await allowedOf(
        29,
        () => source,
        (number) => `${number}@petstore.test`,
      ),
    ).toBe(29);
    await limits.forgive("0@petstore.test", source);
    expect(
      await allowedOf(
        5,
        () => source,
        (number) => `other-${number}@petstore.test`,
      ),
    ).toBe(1);
  });

  it("forgive does not reset the total of the account over all networks", async () => {
    const { limits, allowedOf } = create();
    expect(await allowedOf(299, (number) => network(Math.floor(number / 10)))).toBe(299);
    await limits.forgive(email, network(0));
    expect(await allowedOf(5, (number) => network(100 + number))).toBe(1);
  });

  it("forgive resets the count of the account only for the source that signed in", async () => {
    const { limits, allowedOf, isAllowed } = create();
    await allowedOf(10, () => network(1));
    await limits.forgive(email, network(2));
    expect(await isAllowed(network(1))).toBe(false);
    await limits.forgive(email, network(1));
    expect(await isAllowed(network(1))).toBe(true);
  });

  it.each([
    ["30 attempts that name no account", 30, "countAnonymous"],
    ["120 requests for options of passkeys", 120, "countOptions"],
  ] as const)("allows %s from one network or IPv6 /64", async (_what, most, count) => {
    const { limits } = create();
    for (let host = 1; host <= most; host += 1) await limits[count](`2001:db8::${host}`);
    await expect(limits[count]("2001:db8::a:b")).rejects.toMatchObject({ status: 429 });
    await limits[count]("2001:db8:0:1::1");
  });

  it("allows 10 codes per account, counted separately for each known device and account", async () => {
    const { limits } = create();
    const sources = [
      [1n, undefined],
      [1n, "a-known-device-1"],
      [1n, "a-known-device-2"],
      [2n, undefined],
      [2n, "a-known-device-1"],
    ] as const;
    const refused = { status: 429 };
    for (const [account, deviceId] of sources) {
      for (let count = 0; count < 10; count += 1) await limits.countCode(account, deviceId);
      await expect(limits.countCode(account, deviceId)).rejects.toMatchObject(refused);
    }
    await limits.forgiveCodes(2n, "a-known-device-1");
    await limits.countCode(2n, "a-known-device-1");
    for (const [account, deviceId] of sources.slice(0, -1))
      await expect(limits.countCode(account, deviceId)).rejects.toMatchObject(refused);
  });

  it("allows 10 password changes and 300 keys, counted separately from sign-ins", async () => {
    const { limits, allowedOf } = create();
    await allowedOf(20, () => network(1));
    for (let count = 0; count < 10; count += 1) await limits.countPasswordChange(email);
    await expect(limits.countPasswordChange(email)).rejects.toMatchObject({ status: 429 });
    for (let count = 0; count < 300; count += 1) await limits.countKey(1n);
    await expect(limits.countKey(1n)).rejects.toMatchObject({ status: 429, headers: { "Retry-After": "900" } });
    await limits.countKey(2n);
  });
});

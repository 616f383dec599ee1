import { describe, expect, it } from "vitest";
import { createLocalBus } from "../cluster/worker-bus.js";
import { createSignInLimits, type SignInSource } from "./sign-in-limits.js";

const email = "ann@petstore.test";
const network = (number: number): SignInSource => ({
  address: `10.${Math.floor(number / 256)}.${number % 256}.1`,
  deviceId: undefined,
});
const device: SignInSource = { address: "10.0.0.1", deviceId: "a-known-device-1" };

const create = () => {
  const limits = createSignInLimits(createLocalBus());
  const isTaken = (source: SignInSource, of = email) =>
    limits.countSignIn(of, source).then(
      () => true,
      (error: { status: number }) => {
        expect(error).toMatchObject({ status: 429, headers: { "Retry-After": expect.stringMatching(/^[0-9]+$/) } });
        return false;
      },
    );
  const takenOf = async (tries: number, source: (number: number) => SignInSource, of?: (number: number) => string) => {
    let taken = 0;
    for (let number = 0; number < tries; number += 1) if (await isTaken(source(number), of?.(number))) taken += 1;
    return taken;
  };
  return { limits, isTaken, takenOf };
};

describe("the limits of sign-in", () => {
  it("take 10 attempts at an account from one network, and more from another", async () => {
    const { takenOf, isTaken } = create();
    expect(await takenOf(30, () => network(1))).toBe(10);
    expect(await isTaken(network(2))).toBe(true);
  });

  it("take 300 attempts at an account from all networks together", async () => {
    const { takenOf, isTaken } = create();
    expect(await takenOf(400, (number) => network(Math.floor(number / 10)))).toBe(300);
    expect(await isTaken(network(999), "ben@petstore.test")).toBe(true);
  });

  it("count what one network is refused in no other count", async () => {
    const { takenOf } = create();
    // Each of 25 networks tries 30 times and is let try 10 times: 250 in all.
    expect(await takenOf(750, (number) => network(Math.floor(number / 30)))).toBe(250);
    expect(await takenOf(100, (number) => network(100 + number))).toBe(50);
  });

  it("count a known device by itself, whatever its network and all others have used up", async () => {
    const { takenOf, isTaken } = create();
    await takenOf(400, (number) => network(Math.floor(number / 10)));
    expect(await isTaken(network(0))).toBe(false);
    expect(await takenOf(30, () => device)).toBe(10);
    expect(await isTaken({ ...device, deviceId: "a-known-device-2" })).toBe(true);
  });

  it("take 30 attempts from one network, and 30 from one device, whatever the accounts", async () => {
    const { takenOf } = create();
    const of = (number: number) => `${number}@petstore.test`;
    expect(await takenOf(40, () => network(1), of)).toBe(30);
    expect(await takenOf(40, () => device, of)).toBe(30);
  });

  it("forget what a source has used up of an account when it comes in, and nothing of another", async () => {
    const { limits, takenOf, isTaken } = create();
    await takenOf(10, () => network(1));
    await limits.forgive(email, network(2));
    expect(await isTaken(network(1))).toBe(false);
    await limits.forgive(email, network(1));
    expect(await isTaken(network(1))).toBe(true);
  });

  it("take 10 changes of a password and 60 keys of an account, apart from sign-ins", async () => {
    const { limits, takenOf } = create();
    await takenOf(20, () => network(1));
    for (let count = 0; count < 10; count += 1) await limits.countPasswordChange(email);
    await expect(limits.countPasswordChange(email)).rejects.toMatchObject({ status: 429 });
    for (let count = 0; count < 60; count += 1) await limits.countKey(1n);
    await expect(limits.countKey(1n)).rejects.toMatchObject({ status: 429, headers: { "Retry-After": "900" } });
    await limits.countKey(2n);
  });
});

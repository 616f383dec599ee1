import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaffAuth } from "../src/auth/accounts/open-staff-auth.js";
import { createChallenges } from "../src/auth/challenges.js";
import { createDevices } from "../src/auth/devices.js";
import { signIn } from "../src/auth/sign-in.js";
import { proofSize } from "./support/proof-size.js";
import { addStaff, createBrowser, password, unlimited } from "./support/staff.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

/** This takes minutes, so it runs only with the full proofs (`npx --yes pnpm test:proofs`, or TIMING=1). */
const isRun = proofSize("TIMING", { short: 0, full: 1 }) > 0;
const ROUNDS = 200;
const WHOLE_ROUNDS = 60;
const SHUFFLES = 4_000;
/** The two tests fail by chance in one of 1,000 runs at this level. */
const LEAST_P = 0.0005;

describe.runIf(isRun)("the response time of a sign-in", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ TRUSTED_PROXIES: "loopback", LOG_LEVEL: "silent" }, { passwordHashing: undefined });
  });
  afterAll(() => api.close());

  /** Returns the mean of the fastest third of the times, because a busy machine delays single attempts. */
  const fastest = (times: readonly number[]): number => {
    const third = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length / 3));
    return third.reduce((sum, time) => sum + time, 0) / third.length;
  };

  const distance = (pairs: readonly (readonly [number, number])[]) =>
    Math.abs(fastest(pairs.map(([a]) => a)) - fastest(pairs.map(([, b]) => b)));

  /**
   * Runs a permutation test.
   * @returns The share of random exchanges within pairs whose distance is at least as large as the measured one.
   */
  const chanceOf = (pairs: readonly (readonly [number, number])[]): number => {
    const measured = distance(pairs);
    let asFar = 1;
    for (let count = 0; count < SHUFFLES; count += 1) {
      if (distance(pairs.map(([a, b]) => (Math.random() < 0.5 ? [a, b] : [b, a]))) >= measured) asFar += 1;
    }
    return asFar / (SHUFFLES + 1);
  };

  const kinds = ["unknown", "wrong", "disabled"] as const;

  /** The order is random, so that no kind always follows the same other kind. */
  const shuffledKinds = () =>
    kinds
      .map((kind) => ({ kind, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ kind }) => kind);

  type Attempt = (email: string) => Promise<number>;
  type Times = Record<(typeof kinds)[number], number[]>;

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };

  const emails = { unknown: [] as string[], wrong: [] as string[], disabled: [] as string[] };

  /** Each round uses an address of its own, because only ten attempts are allowed. */
  beforeAll(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      emails.unknown.push(`made.up.by.nobody.${round}@petstore.test`);
      emails.wrong.push((await addStaff(api, "clerk")).email);
      const { id, email } = await addStaff(api, "clerk");
      await api.database.db.account.update({ where: { id }, data: { banned: true } });
      emails.disabled.push(email);
    }
  });

  const measure = async (attempt: Attempt, rounds: number): Promise<Times> => {
    for (let warm = 0; warm < 10; warm += 1) await attempt(`warm.${warm}@petstore.test`);
    const times: Times = { unknown: [], wrong: [], disabled: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of shuffledKinds()) times[kind].push(await attempt(emails[kind][round] ?? ""));
    }
    return times;
  };

  const pairsOf = (times: Times, kind: "wrong" | "disabled") =>
    times[kind].map((time, round) => [time, times.unknown[round] ?? 0] as const);

  const chanceOfShifted = (times: Times, kind: "wrong" | "disabled", ms: number) =>
    chanceOf(pairsOf(times, kind).map(([time, unknown]) => [time + ms, unknown]));

  it("is the same for a known and an unknown account, over HTTP", { timeout: 300_000 }, async () => {
    const attempt: Attempt = (email) =>
      timed(async () => {
        const { status } = await createBrowser(api).signIn(email, "not the right one");
        expect(status).toBe(401);
      });
    const times = await measure(attempt, WHOLE_ROUNDS);
    for (const kind of ["wrong", "disabled"] as const) {
      expect({ kind, isAlike: chanceOfShifted(times, kind, 0) > LEAST_P }).toEqual({ kind, isAlike: true });
      // These measurements would reveal a sign-in that skips the hash.
      expect(chanceOfShifted(times, kind, fastest(times.unknown))).toBeLessThan(LEAST_P);
    }
  });

  it("differs by less than two milliseconds when the time of the hash is left out", {
    timeout: 300_000,
  }, async () => {
    const auth = await openStaffAuth(api.deps);
    let hashed = 0;
    // The real scrypt would take fifty times as long as everything else, and its variation would hide a difference.
    const verifyPassword = async (hash: string) => {
      hashed += 1;
      expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
      return false;
    };
    const devices = createDevices({ ...api.deps, isSecure: false });
    const operation = signIn(api.deps, { limits: unlimited, devices, challenges: createChallenges(false) });
    const call = {
      auth: { ...auth, verifyPassword },
      address: undefined,
      origin: api.origin,
      headers: new Headers(),
      signedIn: undefined,
    };
    const attempt: Attempt = (email) =>
      timed(() => expect(operation({ ...call, input: { email, password } })).rejects.toMatchObject({ status: 401 }));
    const times = await measure(attempt, ROUNDS);
    expect(hashed).toBe(10 + 3 * ROUNDS);
    // A difference of two milliseconds would be found.
    for (const kind of ["wrong", "disabled"] as const) {
      for (const ms of [-2, 2]) expect(chanceOfShifted(times, kind, ms)).toBeLessThan(LEAST_P);
      expect(distance(pairsOf(times, kind))).toBeLessThan(2);
    }
  });
});

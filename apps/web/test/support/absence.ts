import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Asserts that `shown` disappears while `settled` is shown. */
export const expectGone = async (shown: Locator, settled: Locator): Promise<void> => {
  await settled.waitFor();
  await shown.waitFor({ state: "detached" });
};

/**
 * Asserts that something is absent when `settled` is shown. The page must not show `settled` before it would show the
 * other.
 */
export const expectNone = async (absent: Locator, settled: Locator): Promise<void> => {
  await settled.waitFor();
  expect(await absent.count()).toBe(0);
};

type Places<Place> = {
  /** The place where it is shown: the page of a person who may use it, or another row. */
  readonly there: Place;
  readonly notHere: Place;
  /** An element that the other place shows as soon as it is complete. */
  readonly settled: Locator;
};

/**
 * Asserts that something is shown in one place and not in another. The same function looks for it in both places, so a
 * name that exists nowhere fails the test.
 */
export const expectOnlyThere = async <Place>(
  find: (place: Place) => Locator,
  { there, notHere, settled }: Places<Place>,
): Promise<void> => {
  await find(there).first().waitFor();
  await expectNone(find(notHere), settled);
};

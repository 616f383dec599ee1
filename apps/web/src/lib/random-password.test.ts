import { expect, it } from "vitest";
import { randomPassword } from "./random-password";

it("makes passwords of four groups that never repeat", () => {
  const made = Array.from({ length: 100 }, randomPassword);
  expect(new Set(made).size).toBe(100);
  for (const password of made) expect(password).toMatch(/^[a-km-np-z2-9]{5}(-[a-km-np-z2-9]{5}){3}$/);
});

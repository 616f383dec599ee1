import { describe, expect, it } from "vitest";
import { checkPassword } from "./password-rule.js";

const owner = { email: "jane.flamingo@tulipshop.example", name: "Jane Flamingo" };

describe("checkPassword", () => {
  it.each(["violet anchor 42 drum", "correct horse battery staple", "gK7#pLw92!xQz", "猫が好きです、犬も好きです。"])(
    "accepts %s",
    async (password) => {
      expect(await checkPassword(password, owner)).toBeUndefined();
    },
  );

  const long = "violet anchor 42 drum, lantern 7 goose orbit, glacier 9 tulip march! ".repeat(2);
  it.each([64, 128])("accepts a password of %i characters", async (length) => {
    expect(await checkPassword(long.slice(0, length), owner)).toBeUndefined();
  });

  it.each(["", "short", "elevenchars", "x".repeat(129), "😀".repeat(11)])(
    "rejects %s for its length",
    async (password) => {
      expect(await checkPassword(password, owner)).toBe("must have 12 to 128 characters");
    },
  );

  it.each([
    ...[
      "password1234",
      "Password123!",
      "P@ssw0rdP@ssw0rd",
      "iloveyou1234",
      "qwertyuiop12",
      "123456789012",
      "aaaaaaaaaaaa",
    ],
    ...["petstore2026!", "PetStorePetStore", "jane.flamingo", "Flamingo-2026", "flamingojane1", "tulipshop2026"],
  ])("rejects %s because it is easy to guess", async (password) => {
    expect(await checkPassword(password, owner)).toContain("must not be easy to guess");
  });
});

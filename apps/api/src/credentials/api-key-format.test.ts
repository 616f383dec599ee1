import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactApiKeys } from "../errors.js";
import { generateApiKey, hashApiKey, isWellFormedApiKey } from "./api-key-format.js";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const environments = ["production", "staging"] as const;

describe("an API key", () => {
  it("has the environment's prefix, 32 base62 characters and a checksum of 6", () => {
    expect(generateApiKey("production")).toMatch(/^pets_live_[0-9A-Za-z]{38}$/);
    expect(generateApiKey("staging")).toMatch(/^pets_test_[0-9A-Za-z]{38}$/);
  });

  it("ends in the CRC-32 of the rest in base62 (0-9, A-Z, a-z), padded with 0", () => {
    for (let round = 0; round < 200; round++) {
      const key = generateApiKey("production");
      const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
      expect(value).toBe(crc32(key.slice(0, -6)));
    }
  });

  it("is well-formed in its own environment only", () => {
    for (const made of environments) {
      for (const checked of environments) {
        expect(isWellFormedApiKey(generateApiKey(made), checked)).toBe(made === checked);
      }
    }
  });

  it("is malformed when one character is altered, dropped or added", () => {
    const position = fc.integer({ min: 0, max: 47 });
    fc.assert(
      fc.property(position, fc.constantFrom(...alphabet, "_", " ", "é", "\0"), (at, character) => {
        const key = generateApiKey("production");
        const [before, after] = [key.slice(0, at), key.slice(at + 1)];
        const altered = [`${before}${after}`, `${before}${character}${key.slice(at)}`];
        if (key[at] !== character) altered.push(before + character + after);
        for (const text of altered) expect(isWellFormedApiKey(text, "production")).toBe(false);
      }),
    );
  });

  it("is different each time", () => {
    expect(new Set(Array.from({ length: 1_000 }, () => generateApiKey("production"))).size).toBe(1_000);
  });

  it("is stored as its SHA-256", () => {
    expect(Buffer.from(hashApiKey("abc")).toString("hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  it("is redacted to its prefix in a log text", () => {
    const text = `/v1/pets?key=${generateApiKey("production")}&b=${generateApiKey("staging")}`;
    expect(redactApiKeys(text)).toBe("/v1/pets?key=pets_live_[redacted]&b=pets_test_[redacted]");
  });
});

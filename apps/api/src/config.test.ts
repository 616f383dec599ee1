import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Environment, parseConfig } from "./config.js";
import { OperatorError } from "./operator-error.js";

const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");

describe("parseConfig", () => {
  it("has a default for every variable", () => {
    expect(parseConfig({})).toEqual({
      ...{ environment: "production", host: "127.0.0.1", port: 3000, publicUrl: undefined, stagingUrl: undefined },
      ...{ databaseUrl: undefined, dataDir: resolve("data"), categoryPolicy: "register", corsOrigins: [] },
      logLevel: "info",
    });
  });

  it("takes an empty variable for one that is not set", () => {
    const empty = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, ""]));
    expect(parseConfig(empty)).toEqual(parseConfig({}));
  });

  it("names every bad variable at once, its rule, and where they are described; no value", () => {
    const bad = {
      ...{
        ENVIRONMENT: "dev",
        PORT: "70000",
        PUBLIC_URL: "pets.example",
        STAGING_URL: "https://u:p@pets.example/v1?x",
      },
      ...{ DATABASE_URL: "mysql://user:secret@host/db", CATEGORY_POLICY: "no", CORS_ORIGINS: "https://a.example/path" },
      LOG_LEVEL: "loud",
    };
    const attempt = () => parseConfig(bad);
    expect(attempt).toThrow(OperatorError);
    for (const name of Object.keys(bad)) expect(attempt).toThrow(new RegExp(`^  ${name} must be `, "m"));
    expect(attempt).toThrow(/\.env\.example/);
    expect(attempt).not.toThrow(/secret/);
  });

  it.each(["-1", "3000.5", "0x10", "1e3", " 80", "eighty", "65536"])("refuses a PORT of %s", (port) => {
    expect(() => parseConfig({ PORT: port })).toThrow("PORT must be an integer from 0 to 65535");
  });
});

describe(".env.example", () => {
  const described = Object.fromEntries(
    [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

  it("names every variable and no other", () => {
    expect(Object.keys(described).toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
  });

  it("gives every variable its default", () => {
    expect(parseConfig(described)).toEqual(parseConfig({}));
  });
});

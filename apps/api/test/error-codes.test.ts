import { readdirSync, readFileSync } from "node:fs";
import { errorCodes } from "@petstore/contract/routes";
import { authErrorCodes } from "@petstore/contract/auth";
import { expect, it } from "vitest";

const source = new URL("../src/", import.meta.url);

it("the service uses each error code of the contract", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("generated"),
  );
  const code = files.map((name) => readFileSync(new URL(name, source), "utf8")).join("\n");
  const codes = Object.keys({ ...errorCodes, ...authErrorCodes });
  expect(codes.filter((name) => !new RegExp(`\\(\\s*"${name}"`).test(code))).toEqual([]);
});

import { describe, expect, it } from "vitest";
import { problemOfClient, refuseStaleClient } from "./support/stale-client.js";

const clientOf = (schema: string) => `const config = {\n  "inlineSchema": ${JSON.stringify(schema)},\n};`;

describe("Prisma's generated client", () => {
  it("matches the schema when a test runs", () => {
    expect(refuseStaleClient).not.toThrow();
  });

  it("is accepted if the schema differs only in alignment and order", () => {
    expect(
      problemOfClient(
        'model Pet {\n  id BigInt\n  @@ignore\n  @@map("pet")\n}\n',
        clientOf('model Pet {\n  id   BigInt\n\n  @@map("pet")\n  @@ignore\n}'),
      ),
    ).toBeUndefined();
  });

  it("is refused with a remedy if the schema has another field", () => {
    expect(problemOfClient("model Pet {\n  id BigInt\n  chip Int\n}", clientOf("model Pet {\n  id BigInt\n}"))).toBe(
      "Prisma's client was generated from another prisma/schema.prisma; build first: npx --yes pnpm build",
    );
  });

  it("is refused with a remedy if it was never generated", () => {
    expect(problemOfClient("model Pet {}")).toBe(
      "Prisma's client was never generated; build first: npx --yes pnpm build",
    );
  });
});

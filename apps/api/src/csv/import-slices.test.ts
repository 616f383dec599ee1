import { describe, expect, it } from "vitest";
import { importSlices } from "./import-slices.js";

type Life = Parameters<typeof importSlices>[1];

const read = async (csv: string, life: Life = { state: "ready" }, timeoutSeconds?: number): Promise<string> => {
  const slices: string[] = [];
  for await (const slice of importSlices(csv, life, timeoutSeconds)) slices.push(slice);
  return slices.join("");
};

describe("importSlices", () => {
  it.each(["a", "é", "🐕", "a🐕"])("keeps every character of a long file of %j", async (piece) => {
    const csv = piece.repeat(50_001);
    expect(await read(csv)).toBe(csv);
  });

  it("refuses an import that takes too long with 503", async () => {
    await expect(read("a".repeat(1_000_000), { state: "ready" }, 0)).rejects.toMatchObject({
      ...{ code: "service_unavailable", headers: { "Retry-After": "5" } },
      message: "the import took longer than 0 seconds and was undone; split the file and try again",
    });
  });

  it("finishes a short import even if the service is stopping", async () => {
    expect(await read("a".repeat(100_000), { state: "stopping" })).toHaveLength(100_000);
  });

  it("gives up with 503 when the service has been stopping for too long", async () => {
    const slices = importSlices("a".repeat(1_000_000), { state: "stopping" }, 90, 10);
    await slices.next();
    await new Promise((resolve) => setTimeout(resolve, 30));
    await expect(slices.next()).rejects.toMatchObject({ code: "service_unavailable" });
  });
});

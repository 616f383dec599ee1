import { expect, it } from "vitest";
import { createTestApi } from "./support/test-api.js";

it("Link stays under 4 KB with long filters, and its links work in both directions", async () => {
  const api = await createTestApi();
  const name = "\u{1f415}".repeat(200);
  const ids: number[] = [];
  for (let count = 0; count < 3; count++) {
    const { body } = await api.send("POST /v1/pets", { body: { name, categoryId: 1 } });
    ids.push((body as { id: number }).id);
  }
  // This pet matches no filter.
  await api.send("POST /v1/pets", { body: { name: "Other", categoryId: 1 } });
  const others = Array.from({ length: 97 }, (_, at) => `&id=${9_007_199_254_740_000 + at}`).join("");
  const query = `name=${encodeURIComponent(name)}${ids.map((id) => `&id=${id}`).join("")}${others}&sort=-name&limit=1`;
  const idsOf = ({ body }: { body: unknown }) => (body as { id: number }[]).map(({ id }) => id);
  const linkOf = ({ headers }: { headers: Headers }, rel: string) => {
    const link = headers.get("link") ?? "";
    expect(`Link: ${link}`.length).toBeLessThanOrEqual(4_096);
    return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(link)?.[1] ?? "";
  };
  const one = await api.send(`GET /v1/pets?${query}`);
  const two = await api.send(`GET ${linkOf(one, "next")}`);
  const three = await api.send(`GET ${linkOf(two, "next")}`);
  expect([one, two, three].flatMap(idsOf)).toEqual(ids.toReversed());
  expect(idsOf(await api.send(`GET ${linkOf(three, "prev")}`))).toEqual(idsOf(two));
  expect(idsOf(await api.send(`GET ${linkOf(three, "first")}`))).toEqual(idsOf(one));
  expect((await api.send(`GET ${linkOf(one, "next")}&sort=-id`)).status).toBe(400);
  const counted = await api.send(`GET ${linkOf(one, "next")}`, { headers: { prefer: "count=exact" } });
  expect([idsOf(counted), counted.headers.get("total-count")]).toEqual([idsOf(two), "3"]);
  await api.close();
});

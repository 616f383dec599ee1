import { describe, expect, it } from "vitest";
import { attributeOf, suggestionOf } from "../../test/support/examples";
import { runHook } from "../../test/support/hook";
import { markupOf, textOf } from "../../test/support/markup";
import { attributesQuery } from "../lib/pets/attributes";
import { queryClient } from "../lib/service/query-client";
import { FoundRow, Marked, useFaces } from "./found";

const faceOf = async (fields: Parameters<typeof suggestionOf>[0]) => {
  queryClient.setQueryData(attributesQuery.queryKey, [attributeOf({ name: "chip", label: "Microchip" })]);
  const found = suggestionOf(fields);
  return (await runHook(() => useFaces([found]))).now()(found);
};
const rowOf = async (fields: Parameters<typeof suggestionOf>[0]) =>
  textOf(<FoundRow {...(await faceOf(fields))} isData />);
const marksOf = (html: string) => [...html.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text]) => text);

describe("a result", () => {
  it("marks what matches, and shows markup in a name as text", () => {
    const html = markupOf(<Marked text={"<b>Rex"} ranges={[{ start: 0, end: 3 }]} />);
    expect([marksOf(html), html.includes("<b>")]).toEqual([["&lt;b&gt;"], false]);
  });

  it("says in which field it was found", async () => {
    const reason = (field: string, text: string) => ({ field, text, ranges: [{ start: 0, end: 2 }] });
    expect(await rowOf({ ranges: [], reason: reason("attributes.chip", "9851") })).toBe(
      "Luna · 7 Available Microchip: 98 51",
    );
    expect(await rowOf({ ranges: [], reason: reason("notes", "Bites") })).toBe("Luna · 7 Available Note: Bi tes");
    expect(await rowOf({ ranges: [], reason: reason("new", "Some") })).toBe("Luna · 7 Available So me");
    const order = { kind: "order", id: 9, text: "" } as const;
    expect(await rowOf({ ...order, ranges: [], reason: reason("pet", "Luna") })).toBe("#9 Order Animal: Lu na");
    const customer = { kind: "customer", id: 3, text: "Ada" } as const;
    expect(await rowOf({ ...customer, ranges: [], reason: reason("email", "ada@x.test") })).toBe(
      "Ada Customer E-mail: ad a@x.test",
    );
  });

  it("marks a number that matches where it stands", async () => {
    const reason = { field: "id", text: "42", ranges: [{ start: 0, end: 2 }] };
    const row = async (fields: Parameters<typeof suggestionOf>[0]) =>
      marksOf(markupOf(<FoundRow {...(await faceOf({ ranges: [], reason, ...fields }))} />));
    expect([await row({ id: 42 }), await row({ kind: "order", id: 42, text: "" })]).toEqual([["42"], ["42"]]);
  });

  it("names the field of a value", async () => {
    expect(
      await rowOf({ kind: "value", id: null, status: null, attribute: "chip", value: "x", text: "X1", ranges: [] }),
    ).toBe("X1 Microchip");
  });
});

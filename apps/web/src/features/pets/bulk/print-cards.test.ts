import { describe, expect, it } from "vitest";
import { pageAt } from "../../../../test/support/draw";
import { fakeService } from "../../../../test/support/fake-service";
import { runHook, until } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { t } from "../../../texts";
import { parsePetSearch } from "../search";
import { everything, nothing, withSelected } from "./selection";
import { usePrintCards } from "./use-print-cards";

const start = async (...given: Parameters<typeof usePrintCards>) => {
  const asked = fakeService({
    "GET /v1/pets": ({ query }) =>
      query.has("cursor")
        ? { body: [{ id: 3 }] }
        : { body: [{ id: 1 }, { id: 2 }], headers: { link: '</v1/pets?cursor=next>; rel="next"' } },
  });
  const page = await pageAt("/animals", parsePetSearch);
  const hook = await runHook(() => usePrintCards(...given), page);
  hook.now().run();
  return { asked, went: page.asked };
};

describe("the cage cards of a selection", () => {
  it("show the animals that were selected", async () => {
    const { asked, went } = await start(withSelected(nothing, [5, 2], true), {}, 2);
    await until(() => went.length === 1);
    expect([went, asked]).toEqual([["/cards?id=5&id=2"], []]);
  });

  it("show all matching animals in order, without excluded ones", async () => {
    const { asked, went } = await start(withSelected(everything, [2], false), { status: "sold", sort: "name" }, 2);
    await until(() => went.length === 1);
    expect(went).toEqual(["/cards?id=1&id=3"]);
    expect(asked.map(({ query }) => [query.get("status"), query.get("sort")])).toEqual([
      ["sold", "name"],
      ["sold", "name"],
    ]);
  });

  it("are refused with an explanation for more than 200 animals", async () => {
    const notices = shownNotices();
    const { asked, went } = await start(everything, {}, 201);
    expect(titlesOf(notices)).toEqual([t.print.cards.tooMany(200, 201)]);
    expect([went, asked]).toEqual([[], []]);
  });
});

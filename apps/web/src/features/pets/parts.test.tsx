import { describe, expect, it } from "vitest";
import { actAs } from "../../../test/support/fake-service";
import { linksOf, markupOf, textOf } from "../../../test/support/markup";
import { LeftOut } from "./bulk/left-out";
import { SelectionBar } from "./bulk/selection-bar";
import { NoPets } from "./list/no-pets";
import type { PetSearch } from "./search";

const actions = {} as Parameters<typeof NoPets>[0]["actions"];

describe("a list without animals", () => {
  const show = (search: PetSearch) => <NoPets search={search} actions={actions} />;

  it("an empty store offers to add an animal, or to import animals if the role may", () => {
    actAs("manager");
    expect(linksOf(show({}))).toEqual(["/import"]);
    actAs("clerk");
    expect([linksOf(show({ sort: "-id" })), textOf(show({})).includes("Add an animal")]).toEqual([[], true]);
  });

  it("explains an unmatched filter, unknown numbers and an empty page", () => {
    actAs("clerk");
    expect(textOf(show({ status: "sold" }))).toContain("No animal matches");
    expect(textOf(show({ id: [7, 8] }))).toContain("These filters are set: Numbers 7, 8.");
    expect(textOf(show({ status: "sold", cursor: "c" }))).toContain("This page is empty now");
  });
});

describe("the animals left out", () => {
  const left = (count: number, reason: "reserved" | "changed" | "gone", first = 1) =>
    Array.from({ length: count }, (_, at) => ({ id: first + at, reason }));

  it("are listed by reason: the first ones by number, the rest as a count", () => {
    const text = textOf(<LeftOut left={[...left(19, "reserved"), ...left(2, "gone", 50)]} isPast={false} />);
    expect(text).toMatch(
      /^21 animals will be left out: 19 animals held by an open order 2 animals deleted meanwhile Numbers 1, 2, .*, 19, 50 and 1 more$/,
    );
    expect(textOf(<LeftOut left={left(1, "changed")} isPast />)).toBe(
      "1 animal was left out: 1 animal changed by somebody else meanwhile Numbers 1",
    );
    const named = [{ id: 4, name: "Rex", reason: "category" as const }];
    expect(textOf(<LeftOut left={named} isPast={false} />)).toMatch(/ Animals Rex \(4\)$/);
    expect(textOf(<LeftOut left={[]} isPast />)).toBe("");
  });
});

describe("the bar of a selection", () => {
  const bar = (selectable: number | undefined, isWide = true, elsewhere = 0) =>
    markupOf(
      <SelectionBar
        {...{ count: 50, elsewhere, selectable, isWide, bulk: {} as never }}
        cards={{ run: () => undefined, isBusy: false }}
        onSelectAll={() => undefined}
        onClear={() => undefined}
      />,
    );

  it("says how many of the selected animals are not on the page, before it offers to change them", () => {
    for (const isWide of [true, false]) {
      expect(bar(undefined, isWide, 12)).toMatch(/50 selected.*12 not on this page.*<button/);
      expect(bar(undefined, isWide)).not.toContain("not on this page");
    }
  });

  it("offers to select all matching animals if more match", () => {
    expect([bar(1_150).includes("Select all 1,150 that match"), bar(undefined).includes("Select all")]).toEqual([
      true,
      false,
    ]);
    expect(bar(undefined)).toMatch(/50 selected.*Change status.*Change category.*Delete/);
    expect(bar(undefined, false)).toMatch(/50 selected.*Actions/);
  });
});

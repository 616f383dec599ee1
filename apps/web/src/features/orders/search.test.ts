import { describe, expect, it } from "vitest";
import { isList, type OrderSearch, orderViews, parseOrderSearch, searchedFor } from "./search";

describe("the address of the orders page", () => {
  it("reads numbers from text or from numbers", () => {
    expect(parseOrderSearch({ petId: "12", status: "placed" })).toEqual({ petId: 12, status: "placed" });
    expect(parseOrderSearch({ petId: 12 })).toEqual({ petId: 12 });
  });

  it("drops what the contract refuses", () => {
    expect(parseOrderSearch({ petId: "-1", status: "lost", q: "", colour: "red", new: "no" })).toEqual({});
  });

  it("reads the old parameter reference as the search", () => {
    expect(parseOrderSearch({ reference: "PO-7" })).toEqual({ q: "PO-7" });
    expect(parseOrderSearch({ reference: 7, status: "placed" })).toEqual({ q: "7", status: "placed" });
    expect(parseOrderSearch({ q: "PO", reference: "PO-7" })).toEqual({ q: "PO" });
  });

  it("names the open order, whether the board or the list is behind it", () => {
    expect(parseOrderSearch({ open: "12", status: "placed" })).toEqual({ open: 12, status: "placed" });
    expect(parseOrderSearch({ open: "x" })).toEqual({});
  });

  it("shows the board without a filter if it was chosen last or the address asks for it", () => {
    const isBoard = (given: object, chosen: "list" | "board") => !isList(parseOrderSearch({ ...given }), chosen);
    expect([
      isBoard({ open: 12 }, "board"),
      isBoard({ view: "board" }, "list"),
      isBoard({ new: "true" }, "board"),
    ]).toEqual([true, true, true]);
    expect([isBoard({}, "list"), isBoard({ view: "list" }, "board"), isBoard({ q: "PO" }, "board")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("keeps a text that is too short, but does not search for it", () => {
    expect(parseOrderSearch({ q: 12 })).toEqual({ q: "12" });
    expect([{ q: "PO" }, { q: "#5" }, { q: "Rex" }, {}].map(searchedFor)).toEqual([undefined, "#5", "Rex", undefined]);
  });
});

describe("a view of orders", () => {
  it("saves filters and order, but no text that is too short to search for", () => {
    const { now } = orderViews(
      { status: "placed", q: "PO", sort: "id", cursor: "c", open: 3, view: "list" },
      () => undefined,
    );
    expect(JSON.parse(JSON.stringify(now))).toEqual({ status: "placed", sort: "id" });
  });

  it("shows exactly the filters that were saved, as a list", () => {
    const shown: OrderSearch[] = [];
    const { onShow, keyOf, now } = orderViews({ q: "Rex", petId: 3 }, (search) => shown.push(search));
    onShow({});
    onShow({ petId: 3, q: "Rex", limit: 20 });
    expect(shown).toEqual([{ view: "list" }, { petId: 3, q: "Rex", view: "list" }]);
    expect([keyOf({ q: "Rex", petId: 3 }) === keyOf(now), keyOf({ q: "Rex" }) === keyOf(now)]).toEqual([true, false]);
  });
});

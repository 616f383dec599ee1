import { describe, expect, it } from "vitest";
import { isList, parseOrderSearch } from "./search";

describe("the address of the orders page", () => {
  it("reads numbers from text, and takes them as they are", () => {
    expect(parseOrderSearch({ petId: "12", status: "placed" })).toEqual({ petId: 12, status: "placed" });
    expect(parseOrderSearch({ petId: 12 })).toEqual({ petId: 12 });
  });

  it("leaves out what the contract refuses", () => {
    expect(parseOrderSearch({ petId: "-1", status: "lost", reference: "", colour: "red", new: "no" })).toEqual({});
  });

  it("names the open order, over the board or the list", () => {
    expect(parseOrderSearch({ open: "12", status: "placed" })).toEqual({ open: 12, status: "placed" });
    expect(parseOrderSearch({ open: "x" })).toEqual({});
    expect(isList(parseOrderSearch({ open: 12 }))).toBe(false);
  });

  it("shows the board only without a filter", () => {
    expect(isList(parseOrderSearch({ new: "true" }))).toBe(false);
    expect(isList(parseOrderSearch({ reference: "PO" }))).toBe(true);
    expect(isList(parseOrderSearch({ view: "list" }))).toBe(true);
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { draw, pageAt } from "../../../../test/support/draw";
import { suggestionOf } from "../../../../test/support/examples";
import { actAs, fakeService, type Handler, held, inTurn } from "../../../../test/support/fake-service";
import { settled, until } from "../../../../test/support/hook";
import { markupOf } from "../../../../test/support/markup";
import { SearchField } from "../../../components/search-field";
import { parsePetSearch, type PetSearch } from "../search";
import { PetSearchField } from "./pet-search-field";

const answering = (...suggestions: readonly object[]) => ({ body: { suggestions } });
const chip = "985112000000001";
const exact = (text: string) => ({ field: "attributes.chip", text, ranges: [{ start: 0, end: text.length }] });
const breed = suggestionOf({
  kind: "value",
  id: null,
  status: null,
  attribute: "breed",
  value: "Lundehund",
  text: "Lundehund",
  ranges: [],
});

const open = async (handler: Handler, search: PetSearch = {}) => {
  actAs("clerk");
  fakeService({ "GET /v1/suggestions": handler, "GET /v1/attributes": () => ({ body: [] }) });
  const page = await pageAt("/animals", parsePetSearch);
  const actions = { openPet: vi.fn<(id: number) => void>(), filter: vi.fn<(order: object) => void>() };
  const onLeaveSearch = vi.fn<() => void>();
  const drawn = await draw(PetSearchField, { search, actions: actions as never, onLeaveSearch }, page);
  const field = { text: "", send: vi.fn<() => void>(), select: vi.fn<() => void>(), clear: vi.fn<() => void>() };
  const results = () => {
    const { results: found } = drawn.get(SearchField);
    if (found === undefined) throw new Error("It has no results.");
    return found;
  };
  const type = (text: string) => {
    field.text = text;
    results().onType(text);
  };
  const press = (key: string) => results().onKey(key, field);
  const isOpen = () => results().input["aria-expanded"] === true;
  const active = () => results().input["aria-activedescendant"]?.replace(/^[^a-z]*.*?-/, "");
  await settled();
  const html = () => markupOf(results().popup(field.clear));
  return { drawn, field, results, type, press, isOpen, active, html, actions, onLeaveSearch, went: page.asked };
};

afterEach(() => vi.unstubAllGlobals());

describe("the search of the list", () => {
  it("shows results with marks as text, and lets the arrow keys choose one", async () => {
    const scrolled = vi.fn<() => void>();
    const { type, press, isOpen, active, html, actions, results } = await open(() =>
      answering(suggestionOf({ text: "<b>Luna" }), suggestionOf({ id: 8, reason: exact("A12") })),
    );
    Object.assign(document, { getElementById: () => ({ scrollIntoView: scrolled }) });
    expect([isOpen(), press("ArrowDown"), press("Escape")]).toEqual([false, false, false]);
    type("lu");
    await until(isOpen);
    expect(html()).toContain("<mark>&lt;b</mark><span>&gt;Luna</span>");
    expect(html()).toMatch(/chip: .*<mark>A12<\/mark>/);
    expect([results().input.role, active()]).toEqual(["combobox", undefined]);
    press("ArrowDown");
    await until(() => active() === "pet-7");
    press("ArrowDown");
    await until(() => active() === "pet-8");
    press("ArrowUp");
    await until(() => active() === "pet-7");
    expect([scrolled.mock.calls.length, press("Enter")]).toEqual([3, true]);
    expect(actions.openPet.mock.calls).toEqual([[7]]);
    await until(() => !isOpen());
  });

  it("closes the results with Escape before the text is cleared", async () => {
    const { type, press, isOpen } = await open(() => answering(suggestionOf()));
    type("lu");
    await until(isOpen);
    expect(press("Escape")).toBe(true);
    await until(() => !isOpen());
    expect(press("Escape")).toBe(false);
  });

  it("filters by a breed that was found, and keeps the other filters", async () => {
    const { drawn, type, html, actions, field, results, isOpen } = await open(() => answering(breed), {
      attributes: { size: ["small"] },
    });
    type("lun");
    await until(isOpen);
    expect(html()).toContain("Lundehund");
    type Item = React.ReactElement<{ readonly onClick: () => void }>;
    type List = React.ReactElement<{
      readonly children: readonly (React.ReactElement<{ readonly children: readonly Item[] }> | Item)[];
    }>;
    const list = (results().popup(field.clear) as List).props.children[1] as React.ReactElement<{
      readonly children: readonly Item[];
    }>;
    list.props.children[0]?.props.onClick();
    expect(actions.filter.mock.calls).toEqual([
      [{ attributes: { size: ["small"], breed: ["Lundehund"] }, q: undefined, id: undefined }],
    ]);
    expect(field.clear).toHaveBeenCalledOnce();
    drawn.unmount();
  });

  it("opens the animal whose chip is scanned when its answer arrives", async () => {
    const { answer, release } = held(() => answering(suggestionOf({ reason: exact(chip) })));
    const { type, press, actions, onLeaveSearch, field } = await open(answer);
    type(chip);
    expect(press("Enter")).toBe(true);
    await settled();
    expect([actions.openPet.mock.calls, onLeaveSearch.mock.calls]).toEqual([[], []]);
    release();
    await until(() => actions.openPet.mock.calls.length > 0);
    expect([actions.openPet.mock.calls, onLeaveSearch.mock.calls]).toEqual([[[7]], []]);
    // The next code replaces this one.
    expect(field.select).toHaveBeenCalledOnce();
  });

  it("goes to the rows if a code names no animal or several, and at once for words", async () => {
    const several = answering(suggestionOf({ reason: exact("A12") }), suggestionOf({ id: 8, reason: exact("A12") }));
    const part = { field: "attributes.chip", text: chip, ranges: [{ start: 0, end: 6 }] };
    const { type, press, actions, onLeaveSearch } = await open(
      inTurn(
        () => several,
        () => answering(suggestionOf({ reason: part }), suggestionOf({ id: 8, reason: part })),
      ),
    );
    for (const [at, text] of ["A12", "985112"].entries()) {
      type(text);
      press("Enter");
      // oxlint-disable-next-line no-await-in-loop
      await until(() => onLeaveSearch.mock.calls.length === at + 1);
    }
    type("luna");
    press("Enter");
    expect([onLeaveSearch.mock.calls.length, actions.openPet.mock.calls]).toEqual([3, []]);
  });

  it("opens the animal of a cage card, and leaves the code out of the list", async () => {
    vi.stubGlobal("location", new URL("http://store.test/animals"));
    const { type, press, actions, field } = await open(() => answering());
    type("http://store.test/animals?open=12");
    press("Enter");
    expect([actions.openPet.mock.calls, field.clear.mock.calls.length]).toEqual([[[12]], 1]);
  });
});

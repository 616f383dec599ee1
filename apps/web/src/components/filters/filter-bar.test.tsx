import { describe, expect, it, vi } from "vitest";
import { draw } from "../../../test/support/draw";
import { textOf } from "../../../test/support/markup";
import { until } from "../../../test/support/hook";
import { type Filter, FilterBar } from "./filter-bar";
import { NoMatch } from "./no-match";
import { MenuItem } from "../menu-parts";

const ignore = () => undefined;
const filterOf = (name: string, fields: Partial<Filter> = {}): Filter => ({
  name,
  label: name,
  onRemove: ignore,
  renderForm: ({ label }) => <em>{label}</em>,
  ...fields,
});

describe("the bar of filters", () => {
  it("offers what is not set, and opens the form of the chosen one", async () => {
    const filters = [
      filterOf("age"),
      filterOf("sex", { words: "sex: male" }),
      filterOf("link", { renderForm: undefined }),
    ];
    const bar = await draw(FilterBar, { filters });
    const items = bar.every(MenuItem);
    expect(items.map(({ children }) => children)).toEqual(["age"]);
    items[0]?.onSelect();
    await until(() => bar.has("em"));
    expect(bar.get<{ children: string }>("em").children).toBe("age");
  });

  it("removes a filter, and has no form for one that only a link sets", async () => {
    const onRemove = vi.fn<() => void>();
    const filters = [filterOf("pet", { words: "Orders of animal 7", renderForm: undefined, onRemove })];
    const bar = await draw(FilterBar, { filters });
    const chip = await bar.part("Chip");
    const buttons = chip.every<{ title: string; onClick: () => void }>("button");
    expect(buttons.map(({ title }) => title)).toEqual(["Remove the filter Orders of animal 7"]);
    buttons[0]?.onClick();
    expect([onRemove.mock.calls.length, bar.every(MenuItem).length]).toEqual([1, 0]);
  });

  it("can be cleared only when something is set", () => {
    expect(textOf(<FilterBar isFiltered onClear={ignore} />)).toContain("Clear filters");
    expect(textOf(<FilterBar onClear={ignore} />)).not.toContain("Clear filters");
  });
});

describe("a list without a match", () => {
  const filters = ["Sold", "“rex”"].map((words) => ({ words, onRemove: ignore }));
  const show = (count: number) =>
    textOf(<NoMatch title="No match" filters={filters.slice(0, count)} onClear={ignore} />);

  it("names the filters, and offers to remove one of several", () => {
    expect(show(2)).toContain("These filters are set: Sold · “rex”.");
    expect(show(2)).toMatch(/Without Sold.*Without “rex”.*Clear filters/);
    expect(show(1)).not.toContain("Without");
  });
});

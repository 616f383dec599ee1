import { MAX_MERGED_BY_CLERKS } from "@petstore/contract/schemas";
import { afterEach, describe, expect, it, vi } from "vitest";
import { draw, pageAt } from "../../../test/support/draw";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { markupOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { ConfirmDialog, Dialog } from "../../components/dialog";
import { TextField } from "../../components/field";
import { InlineError } from "../../components/states";
import type { CategoryCounts } from "../../lib/pets/category-counts";
import { queryClient } from "../../lib/service/query-client";
import { CategoriesPage } from "./categories-page";
import { CategoryList } from "./category-list";
import { CategoryRow } from "./category-row";
import { useDeleteCategory } from "./delete-category";
import MergeDialog from "./merge-dialog";
import { NewCategoryDialog } from "./new-category-dialog";
import { countsQuery } from "./queries";
import { RenameForm } from "./rename-form";
import { parseCategorySearch } from "./search";

const ignore = () => undefined;
const category = (categoryId: number, name: string | null, available = 0): CategoryCounts => ({
  categoryId,
  name,
  available,
  pending: 0,
  sold: 0,
});
const cats = category(1, "Cats", 3);
const dogs = category(2, "Dogs", 4);
const taken = () => refusal(409, "name_taken");

afterEach(() => vi.unstubAllGlobals());

describe("the deletion of a category", () => {
  it("closes the question before the request is sent, and can be retried", async () => {
    const notices = shownNotices();
    const { answer, release } = held(() => refusal(409, "conflict"));
    const asked = fakeService({ "DELETE /v1/categories/1": inTurn(answer, () => ({ status: 204 })) });
    const Probe = () => {
      const { askToDelete, dialog } = useDeleteCategory();
      return (
        <>
          <Button onClick={() => askToDelete(cats)} />
          {dialog}
        </>
      );
    };
    const probe = await draw(Probe, {});
    probe.get(Button).onClick?.(undefined as never);
    await until(() => probe.has(ConfirmDialog, { isOpen: true }));
    probe.get(ConfirmDialog).onConfirm();
    await until(() => asked.length === 1 && probe.has(ConfirmDialog, { isOpen: false }));
    release();
    await until(() => notices()[0]?.type === "error");
    notices()[0]?.press();
    await until(() => asked.length === 2 && titlesOf(notices).some((title) => String(title).includes("Cats")));
  });
});

describe("the dialog of a merge", () => {
  it.each([
    ["clerk", MAX_MERGED_BY_CLERKS + 1, false],
    ["clerk", MAX_MERGED_BY_CLERKS, true],
    ["manager", MAX_MERGED_BY_CLERKS + 1, true],
  ] as const)("lets a %s choose, for %i animals: %s", async (role, count, isAllowed) => {
    actAs(role);
    const many = category(3, "Many", count);
    const dialog = await draw(MergeDialog, { from: many, categories: [many, dogs], onClose: ignore });
    expect([dialog.has("Target"), dialog.has("Refused")]).toEqual([isAllowed, !isAllowed]);
  });

  const start = async (...answers: readonly Handler[]) => {
    actAs("clerk");
    fakeService({ "POST /v1/categories/1/merge": inTurn(...answers) });
    const onClose = vi.fn<() => void>();
    const dialog = await draw(MergeDialog, { from: cats, categories: [cats, dogs], onClose });
    const choose = async () => {
      dialog.get<{ onPick: (into: CategoryCounts) => void }>("Target").onPick(dogs);
      await until(() => dialog.has("Preview"));
    };
    await choose();
    const press = (has: object) => dialog.get(Button, has).onClick?.(undefined as never);
    return {
      dialog,
      onClose,
      choose,
      merge: () => press({ variant: "danger" }),
      change: () => press({ children: "Choose another" }),
    };
  };
  const merged = () => ({ body: { id: 2, name: "Dogs", petCount: 7 } });

  it("hides a failure once another category is chosen", async () => {
    const { dialog, merge, change, choose } = await start(() => refusal(409, "conflict"));
    merge();
    await until(() => dialog.has(InlineError));
    change();
    await until(() => dialog.has("Target"));
    await choose();
    expect(dialog.has(InlineError)).toBe(false);
  });

  it("locks the category while it merges", async () => {
    const { answer, release } = held(merged);
    const { dialog, merge, onClose } = await start(answer);
    expect(dialog.get(Button, { children: "Choose another" }).disabled).toBe(false);
    merge();
    await until(() => dialog.get(Button, { children: "Choose another" }).disabled === true);
    release();
    await until(() => onClose.mock.calls.length === 1);
  });

  it("a dialog that is closed before the merge ends closes no other dialog", async () => {
    const notices = shownNotices();
    const { answer, release } = held(merged);
    const { dialog, merge, onClose } = await start(answer);
    merge();
    await until(() => dialog.get(Button, { variant: "danger" }).isBusy === true);
    dialog.get(Dialog).onClose?.();
    release();
    await until(() => titlesOf(notices).length === 1);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("shows the category that remains, during the merge and afterwards", async () => {
    const { dialog } = await start(merged);
    const preview = await dialog.part("Preview");
    expect(preview.every<{ children: string }>("td").map(({ children }) => children)).toEqual([
      "4",
      "7",
      "0",
      "0",
      "0",
      "0",
      "4",
      "7",
    ]);
  });
});

describe("a new category", () => {
  it("hides the refusal when the person types again", async () => {
    fakeService({ "POST /v1/categories": taken });
    const dialog = await draw(NewCategoryDialog, { onClose: ignore });
    dialog.get(ContractForm).onSubmit({ name: "Cats" });
    await until(() => dialog.get(TextField).error !== undefined);
    expect(dialog.get(ContractForm).error).toBeNull();
    const field = markupOf(<TextField {...dialog.get(TextField)} />);
    expect(field).toMatch(/<input[^>]*aria-invalid="true"[^>]*data-invalid=""/);
    // Base UI does not send a field that it marks as invalid with these attributes.
    expect(field).not.toMatch(/<(?:div|label)[^>]*data-invalid/);
    dialog.get(TextField).onChange?.(undefined as never);
    await until(() => dialog.get(TextField).error === undefined);
  });
});

describe("the rename form", () => {
  type Control = { readonly onChange: () => void };
  const start = async (...answers: readonly Handler[]) => {
    const asked = fakeService({
      "PATCH /v1/categories/1": inTurn(...answers),
      "GET /v1/inventory": () => refusal(400, "x"),
    });
    queryClient.setQueryData(countsQuery.queryKey, [cats, dogs]);
    const onClose = vi.fn<() => void>();
    const form = await draw(RenameForm, { category: cats, onClose });
    return { form, asked, onClose, save: (name: string) => form.get(ContractForm).onSubmit({ name }) };
  };

  it("shows the new name at once", async () => {
    const { onClose, save } = await start(() => ({ body: { id: 1, name: "Felines", petCount: 3 } }));
    save("Felines");
    await until(() => onClose.mock.calls.length === 1);
    expect(queryClient.getQueryData(countsQuery.queryKey)).toEqual([{ ...cats, name: "Felines" }, dogs]);
  });

  it("does not send an unchanged name", async () => {
    const { asked, onClose, save } = await start(taken);
    save("Cats");
    expect([onClose.mock.calls.length, asked]).toEqual([1, []]);
  });

  it("marks a refused name until the name changes, but can still be sent", async () => {
    const { form, save } = await start(taken);
    const isMarked = () => form.has<object>("FieldControl", { "aria-invalid": true });
    save("Dogs");
    await until(isMarked);
    // Base UI does not send a field that is `invalid`, even if its value has just changed.
    const { invalid } = form.get<{ readonly invalid?: boolean }>("FieldRoot");
    expect(invalid).toBeUndefined();
    form.get<Control>("FieldControl").onChange();
    await until(() => !isMarked());
  });
});

describe("the list of categories", () => {
  const actions = { onEdit: ignore, onMerge: ignore, onDelete: ignore };

  it("grows by a step whenever its end is reached, until all rows show", async () => {
    const categories = Array.from({ length: 350 }, (_, at) => category(at + 1, `Kind ${at}`));
    const list = await draw(CategoryList, { categories, editing: new Set<number>(), ...actions });
    const shown = () => list.every(CategoryRow as never).length;
    const grow = () => list.get<{ onReach: () => void }>("GrowingEnd").onReach();
    grow();
    await until(() => shown() === 200);
    grow();
    await until(() => shown() === 300);
    grow();
    await until(() => shown() === 350);
    expect(list.has("GrowingEnd")).toBe(false);
  });

  it("offers deletion only for empty categories", () => {
    const html = (one: CategoryCounts) => markupOf(<CategoryRow category={one} isEditing={false} {...actions} />);
    expect([html(cats).includes("Delete Cats"), html(category(1, "Cats")).includes("Delete Cats")]).toEqual([
      false,
      true,
    ]);
  });

  it("keeps showing a category while it is renamed, even if a filter would hide it", async () => {
    fakeService({ "GET /v1/inventory": () => ({ body: { byStatus: {}, byCategory: [cats, dogs] } }) });
    queryClient.setQueryData(countsQuery.queryKey, [cats, dogs]);
    const page = await draw(CategoriesPage, {}, await pageAt("/categories?q=dog", parseCategorySearch));
    const content = await page.part("Content");
    type List = { readonly categories: readonly CategoryCounts[]; readonly onEdit: (id: number, is: boolean) => void };
    const ids = () => content.get<List>("CategoryList").categories.map(({ categoryId }) => categoryId);
    expect(ids()).toEqual([2]);
    content.get<List>("CategoryList").onEdit(1, true);
    await until(() => ids().length === 2);
    content.get<List>("CategoryList").onEdit(1, false);
    await until(() => ids().length === 1);
  });

  it("closes the dialog of a new category", async () => {
    const at = await pageAt("/categories?q=dog&new=true", parseCategorySearch);
    fakeService({ "GET /v1/inventory": () => ({ body: { byStatus: {}, byCategory: [cats] } }) });
    const page = await draw(CategoriesPage, {}, at);
    page.get(NewCategoryDialog).onClose();
    expect(at.asked).toEqual(["/categories?q=dog"]);
  });
});

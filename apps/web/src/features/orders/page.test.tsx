import type { Order, Pet } from "@petstore/contract/client";
import { OrderQuery, OrderStatus } from "@petstore/contract/schemas";
import { Navigate } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";
import { attributeOf, petOf, suggestionOf } from "../../../test/support/examples";
import { draw, pageAt } from "../../../test/support/draw";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../test/support/fake-service";
import { until, watchRefresh } from "../../../test/support/hook";
import { markupOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { Data } from "../../components/data";
import { ConfirmDialog } from "../../components/dialog";
import { TextField } from "../../components/field";
import { NativeSelect } from "../../components/native-select";
import { Hint } from "../../components/hint";
import { Picker } from "../../components/picker";
import { FilterBar } from "../../components/filters/filter-bar";
import { SearchField } from "../../components/search-field";
import { LoadError } from "../../components/states";
import { ViewsMenu } from "../../components/views/views-menu";
import { queryClient } from "../../lib/service/query-client";
import NewOrderDialog from "./new-order-dialog";
import { OrderCustomer } from "./order-parts";
import { OrderSteps } from "./order-steps";
import { OrdersBoard } from "./orders-board";
import { OrdersList } from "./orders-list";
import { OrdersPage } from "./orders-page";
import { OrdersToolbar } from "./orders-toolbar";
import { columnQuery, latestQuery, ordersQuery, petsQuery } from "./queries";
import { type OrderSearch, parseOrderSearch } from "./search";

const ignore = () => undefined;
const order = (id: number, status: Order["status"] = "placed"): Order => ({
  id,
  petId: 7,
  status,
  reference: null,
  customerId: null,
  price: null,
  payment: null,
  createdAt: "2026-11-22T10:00:00.000Z",
  updatedAt: "2026-11-22T10:00:00.000Z",
});
const luna = petOf();
const max = petOf({ id: 8, name: "Max" });

describe("the confirmation of a step", () => {
  it("closes before the step is sent, and refreshes the lists after a refusal", async () => {
    const refresh = watchRefresh();
    const notices = shownNotices();
    const asked = fakeService({
      "PATCH /v1/orders/9": () => refusal(409, "order_status_conflict"),
      "GET /v1/orders/9": () => ({ body: order(9, "delivered") }),
    });
    const steps = await draw(OrderSteps, { children: null });
    const [context] = steps.every<{ value?: { confirm: (ask: object) => void } }>("*");
    context?.value?.confirm({ order: order(9, "approved"), to: "cancelled", animal: "Luna" });
    await until(() => steps.has(ConfirmDialog, { isOpen: true }));
    steps.get(ConfirmDialog).onConfirm();
    await until(() => asked.length > 0 && steps.has(ConfirmDialog, { isOpen: false }));
    await until(() => titlesOf(notices).length === 1 && refresh() === 1);
  });
});

const textFieldOf = (dialog: Awaited<ReturnType<typeof draw>>) => dialog.get(TextField, { name: "reference" });

describe("the dialog of a new order", () => {
  let account = 3_900;
  const start = async (petId: number | undefined, pet: Pet | undefined, ...answers: readonly Handler[]) => {
    // Drafts belong to an account. Each test uses a new account, so that its dialog begins without a draft.
    actAs("clerk", { id: (account += 1) });
    const asked = fakeService({
      "GET /v1/pets": () => ({ body: pet === undefined ? [] : [pet] }),
      "GET /v1/categories": () => ({ body: [] }),
      "POST /v1/orders": inTurn(...answers),
    });
    if (pet !== undefined) queryClient.setQueryData(petsQuery([pet.id]).queryKey, new Map([[pet.id, pet]]));
    const page = await pageAt("/orders", parseOrderSearch);
    const dialog = await draw(NewOrderDialog, { petId, onClose: ignore }, page);
    type PetPicker = { readonly error: string | undefined; readonly onPick: (pet: Pet) => void };
    return { dialog, asked, picker: () => dialog.get<PetPicker>("PetPicker") };
  };

  it("keeps a draft until it is discarded", async () => {
    const { dialog } = await start(7, luna);
    const page = await pageAt("/orders", parseOrderSearch);
    dialog.get(ContractForm).onTyped?.({ reference: "PO 1", note: "Call first." });
    await until(() => textFieldOf(dialog).defaultValue === "PO 1");
    const again = await draw(NewOrderDialog, { petId: 7, onClose: ignore }, page);
    expect(textFieldOf(again).defaultValue).toBe("PO 1");
    const actions = again.every(Button);
    actions[0]?.onClick?.(undefined as never);
    const last = await draw(NewOrderDialog, { petId: 7, onClose: ignore }, page);
    expect(textFieldOf(last).defaultValue).toBe("");
  });

  it("chooses the animal that the address names only if it can be ordered", async () => {
    const has = async (pet: Pet) => (await start(7, pet)).dialog.has("ChosenPet");
    expect([await has(luna), await has({ ...luna, status: "sold" })]).toEqual([true, false]);
  });

  it("shows the refusal of an animal at its field, until another animal is chosen", async () => {
    const { dialog, picker } = await start(7, luna, () => refusal(409, "pet_not_available"));
    dialog.get(ContractForm).onSubmit({ petId: 7 });
    await until(() => dialog.has("PetPicker"));
    expect([picker().error === undefined, dialog.get(ContractForm).error]).toEqual([false, null]);
    picker().onPick(max);
    await until(() => dialog.has("ChosenPet"));
    dialog.get<{ onChange: () => void }>("ChosenPet").onChange();
    await until(() => dialog.has("PetPicker"));
    expect(picker().error).toBeUndefined();
  });

  it("keeps the animal after any other failure", async () => {
    const { dialog } = await start(7, luna, () => refusal(400, "invalid_request"));
    dialog.get(ContractForm).onSubmit({ petId: 7 });
    await until(() => dialog.get(ContractForm).error !== null);
    expect(dialog.has("ChosenPet")).toBe(true);
  });

  it("says that an animal is missing", async () => {
    const { dialog, picker } = await start(undefined, undefined);
    dialog.get(Button, { type: "submit" }).onClick?.(undefined as never);
    await until(() => picker().error !== undefined);
  });

  describe("its search for an animal", () => {
    const search = async (handlers: Parameters<typeof fakeService>[0]) => {
      const asked = fakeService({
        "GET /v1/categories": () => ({ body: [] }),
        "GET /v1/attributes": () => ({ body: [attributeOf({ name: "chip", label: "Chip" })] }),
        ...handlers,
      });
      const page = await pageAt("/orders", parseOrderSearch);
      const dialog = await draw(NewOrderDialog, { petId: undefined, onClose: ignore }, page);
      const picker = await dialog.part("PetPicker");
      return { asked, picker, choices: () => picker.get(Picker).choices };
    };

    it("shows the animals that can be ordered first, and why others cannot", async () => {
      const reason = { field: "attributes.chip", text: "9851", ranges: [{ start: 0, end: 3 }] };
      const { asked, picker, choices } = await search({
        "GET /v1/pets": ({ query }) => ({ body: query.has("q") ? [max] : [luna, max] }),
        "GET /v1/suggestions": () => ({
          body: { suggestions: [suggestionOf({ status: "sold" }), suggestionOf({ id: 8, text: "Max", reason })] },
        }),
      });
      await until(() => choices().length === 2);
      picker.get(Picker).onTextChange(" 985 ");
      await until(() => picker.get(Picker).isCurrent === true && choices()[0]?.reason !== undefined);
      expect(choices().map(({ id, isDisabled }) => [id, isDisabled])).toEqual([
        [8, undefined],
        [7, true],
      ]);
      expect(choices()[1]?.detail).toBe("Sold, cannot be ordered");
      await until(() => textOf(choices()[0]?.reason) === "Chip: 985 1");
      const queries = asked.filter(({ line }) => line === "GET /v1/pets").map(({ query }) => String(query));
      expect(queries).toEqual(["status=available&limit=20", "q=985&status=available&limit=20"]);
    });

    it("keeps the earlier animals until the answer arrives, and says so", async () => {
      const { answer, release } = held(() => ({ body: [max] }));
      const { picker, choices } = await search({
        "GET /v1/pets": inTurn(() => ({ body: [luna, max] }), answer),
        "GET /v1/suggestions": () => ({ body: { suggestions: [] } }),
      });
      await until(() => choices().length === 2);
      picker.get(Picker).onTextChange("ma");
      await until(() => picker.get(Picker).isCurrent === false);
      expect(choices().map(({ label }) => label)).toEqual(["Luna · 7", "Max · 8"]);
      release();
      await until(() => picker.get(Picker).isCurrent === true);
      expect(choices().map(({ label }) => label)).toEqual(["Max · 8"]);
    });
  });
});

describe("the tools of the orders", () => {
  const toolsAt = async (address: string, search: OrderSearch) => {
    const page = await pageAt(address, parseOrderSearch);
    return { tools: await draw(OrdersToolbar, { search }, page), asked: page.asked };
  };

  it("show the first page after a new search or sort", async () => {
    const { tools, asked } = await toolsAt("/orders", { q: "PO 7", cursor: "c", sort: "id" });
    tools.get(SearchField).onChange("");
    tools.every(NativeSelect).at(-1)?.onValueChange?.("-id");
    expect(asked).toEqual(["/orders?sort=id&view=list", "/orders?q=PO+7&sort=-id"]);
  });

  it("keep the order when the filters are cleared", async () => {
    const { tools, asked } = await toolsAt("/orders", { q: "PO 7", sort: "id" });
    tools.get(FilterBar).onClear?.();
    expect(asked).toEqual(["/orders?sort=id&view=list"]);
  });

  // The text of `q` also finds references.
  const { limit: _l, expand: _e, cursor: _c, sort: _s, reference: _r, ...filters } = OrderQuery.shape;
  const examples = Object.entries(filters).map(([name, schema]) => [name, schema.meta()?.["examples"]] as const);

  it.each(examples)("show the value of the filter %s", (name, values) => {
    const [value] = values as [string | number];
    const other = typeof value === "number" ? value + 1 : (OrderStatus.options.find((one) => one !== value) ?? "");
    // Every link of the tools keeps the filters.
    const shown = (one: string | number) =>
      markupOf(<OrdersToolbar search={{ view: "list", [name]: one }} />).replaceAll(/href="[^"]*"/g, "");
    expect(shown(value)).not.toBe(shown(other));
  });
});

describe("the list of orders", () => {
  const list = async (search: OrderSearch, handlers: Parameters<typeof fakeService>[0]) => {
    fakeService({ "GET /v1/pets": () => ({ body: [] }), ...handlers });
    const page = await pageAt("/orders?q=12&sort=id", parseOrderSearch);
    const drawn = await draw(OrdersList, { search, isWide: true, newOrder: null }, page);
    return { drawn, asked: page.asked };
  };

  it("keeps its filters on the next page", async () => {
    const search = { petId: 7, sort: "id" } as const;
    queryClient.setQueryData(ordersQuery(search).queryKey, { rows: [order(9)], cursors: { next: "next" } });
    const { drawn, asked } = await list(search, {});
    drawn.get<{ onNext: () => void }>("Pager").onNext();
    expect(asked).toEqual(["/orders?petId=7&sort=id&cursor=next"]);
  });

  it("keeps its filters when the drawer of an order closes", async () => {
    const page = await pageAt("/orders?status=placed&open=9", parseOrderSearch);
    const orders = await draw(OrdersPage, {}, page);
    orders.get<{ onClose: () => void }>("OrderDrawer").onClose();
    expect(page.asked).toEqual(["/orders?status=placed"]);
  });

  it("leads an old address of a customer to the page of customers", async () => {
    const page = await pageAt("/orders?status=placed&customer=3", parseOrderSearch);
    const orders = await draw(OrdersPage, {}, page);
    expect(orders.get(Navigate)).toMatchObject({ to: "/customers", search: { open: 3 }, replace: true });
  });

  it("has saved views, unlike the board", async () => {
    const hasViews = async (view: string) =>
      (await draw(OrdersPage, {}, await pageAt(`/orders?view=${view}`, parseOrderSearch))).has(ViewsMenu);
    expect([await hasViews("list"), await hasViews("board")]).toEqual([true, false]);
  });
});

describe("the name of a customer", () => {
  it("shows the customer's address if there is one", async () => {
    const ada = { id: 3, name: "Ada", phone: null, address: null, createdAt: "", updatedAt: "" };
    const of = (email: string | null) => draw(OrderCustomer, { order: { ...order(9), customer: { ...ada, email } } });
    expect((await of("ada@example.com")).get(Data).children).toBe("ada@example.com");
    expect((await of(null)).has(Hint)).toBe(false);
  });
});

describe("the board", () => {
  it("names the customers of open and of finished orders", async () => {
    const ada = { id: 3, name: "Ada", email: null, phone: null, address: null, createdAt: "", updatedAt: "" };
    fakeService({
      "GET /v1/orders": ({ query }) => {
        const status = OrderStatus.parse(query.get("status"));
        const one = order(OrderStatus.options.indexOf(status) + 1, status);
        return { body: [query.get("expand") === "customer" ? { ...one, customer: ada } : one] };
      },
      "GET /v1/pets": () => ({ body: [] }),
    });
    await queryClient.fetchInfiniteQuery(columnQuery("placed"));
    await queryClient.fetchInfiniteQuery(columnQuery("approved"));
    await queryClient.fetchQuery(latestQuery("delivered"));
    await queryClient.fetchQuery(latestQuery("cancelled"));
    const board = textOf(
      <OrderSteps>
        <OrdersBoard newOrder={null} />
      </OrderSteps>,
    );
    expect(board.match(/#\d Ada/g)).toEqual(["#1 Ada", "#2 Ada", "#3 Ada", "#4 Ada"]);
  });

  it("shows a failure of an empty column rather than one of a column with orders", async () => {
    const fail =
      (code: string): Handler =>
      () =>
        refusal(400, code);
    queryClient.setQueryData(columnQuery("placed").queryKey, {
      pages: [{ rows: [order(9)], cursors: {} }],
      pageParams: [undefined],
    });
    queryClient.setQueryData(latestQuery("delivered").queryKey, { rows: [], cursors: {} });
    await queryClient.invalidateQueries();
    const statusOf: Readonly<Record<string, string>> = { placed: "refresh", approved: "empty" };
    fakeService({
      "GET /v1/orders": (asked) => fail(statusOf[asked.query.get("status") ?? ""] ?? "other")(asked),
      "GET /v1/pets": () => ({ body: [] }),
    });
    const board = await draw(OrdersBoard, { newOrder: null });
    type Failure = { readonly code: string } | null | undefined;
    const codes = () => board.every(LoadError).map(({ query }) => (query.error as Failure)?.code);
    await until(() => codes()[0] === "empty");
  });
});

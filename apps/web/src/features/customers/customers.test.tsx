import type { Customer, Order } from "@petstore/contract/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { petOf } from "../../../test/support/examples";
import { draw, pageAt } from "../../../test/support/draw";
import { actAs, fakeService, type Handler, inTurn } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { linksOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { savedFiles } from "../../../test/support/saved-files";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { ConfirmDialog, Dialog } from "../../components/dialog";
import { SearchField } from "../../components/search-field";
import { EmptyState } from "../../components/states";
import { customerQuery } from "../../lib/customers/customers";
import { newOrder } from "../../lib/orders/new-order";
import { queryClient } from "../../lib/service/query-client";
import { customerPage } from "../../texts/customer-page";
import { customers } from "../../texts/customers";
import { CustomerDrawer } from "./customer-drawer";
import { CustomerOrders } from "./customer-orders";
import { CustomersPage } from "./customers-page";
import { mergedFields } from "./merge";
import { MergeDialog } from "./merge-dialog";
import { NewCustomerDialog } from "./new-customer-dialog";
import { customerOrdersQuery, orderedPetsQuery, sameCustomersQuery } from "./queries";
import { SameCustomers } from "./same-customers";
import { isTooShort, parseCustomerSearch } from "./search";

const ignore = () => undefined;
const at = "2026-11-22T10:00:00.000Z";
const customerOf = (fields: Partial<Customer> = {}): Customer => ({
  id: 3,
  name: "Ada",
  email: null,
  phone: null,
  address: null,
  createdAt: at,
  updatedAt: at,
  ...fields,
});
const orderOf = (id: number, petId: number, status: Order["status"]): Order => ({
  id,
  petId,
  status,
  reference: null,
  customerId: 3,
  price: null,
  payment: null,
  createdAt: at,
  updatedAt: at,
});

describe("the address of the customers", () => {
  it("keeps what the page can show, and drops everything else", () => {
    expect(parseCustomerSearch({ q: " ada ", open: "7", new: "true", cursor: "c", page: "2" })).toEqual({
      q: "ada",
      open: 7,
      new: true,
      cursor: "c",
    });
    expect(parseCustomerSearch({ q: " ", open: "seven", new: "yes", cursor: 5 })).toEqual({});
  });

  it("says of a text of two characters that it is too short, but not of a number", () => {
    expect([{ q: "Ad" }, { q: "7" }, { q: "Ada" }, {}].map(isTooShort)).toEqual([true, false, false, false]);
  });
});

describe("the page of customers", () => {
  const openAt = async (address: string, rows: readonly Customer[]) => {
    const sent = fakeService({ "GET /v1/customers": () => ({ body: rows }) });
    const page = await pageAt(address, parseCustomerSearch);
    return { page: await draw(CustomersPage, {}, page), asked: page.asked, sent };
  };

  it("searches from the first page again", async () => {
    const { page, asked } = await openAt("/customers?q=ada&cursor=c", [customerOf()]);
    page.get(SearchField).onChange(" 020 7946 ");
    page.get(SearchField).onChange("");
    expect(asked).toEqual(["/customers?q=020+7946", "/customers"]);
  });

  it("offers to add the first customer, but to clear a search that finds nobody", async () => {
    const empty = async (address: string) => {
      const { page } = await openAt(address, []);
      const paged = page.element("Paged").props["empty"] as { readonly type: { readonly name: string } };
      return paged.type.name;
    };
    expect([await empty("/customers"), await empty("/customers?q=nobody")]).toEqual(["NoneYet", "NoMatch"]);
  });

  it("keeps the search while a customer or the form of a new one is open", async () => {
    const { page, asked } = await openAt("/customers?q=ada&open=3", [customerOf()]);
    page.get(CustomerDrawer).onClose();
    page.get<{ onNew: () => void }>("ResourcePage").onNew();
    expect(asked).toEqual(["/customers?q=ada", "/customers?q=ada&new=true"]);
  });
});

describe("the form of a new customer", () => {
  let account = 5_100;
  const start = async (answer: Handler) => {
    // Drafts belong to an account. Each test uses a new account, so that its dialog begins without a draft.
    actAs("clerk", { id: (account += 1) });
    const opened: number[] = [];
    let closed = 0;
    const asked = fakeService({ "POST /v1/customers": answer, "GET /v1/customers": () => ({ body: [] }) });
    const props = { onClose: () => void (closed += 1), onOpen: (id: number) => void opened.push(id) };
    const dialog = await draw(NewCustomerDialog, props);
    const submit = (values: Readonly<Record<string, string>>) => {
      const form = dialog.get(ContractForm);
      form.onSubmit(form.schema.parse(form.toInput(values)));
    };
    return { dialog, submit, asked, opened, closed: () => closed };
  };
  const values = { name: "Ada", email: "", phone: "020 7946", address: "" };

  it("sends only the fields that have a text, and offers to open the new customer", async () => {
    const notices = shownNotices();
    const { submit, asked, opened, closed } = await start(() => ({ status: 201, body: customerOf({ id: 9 }) }));
    submit(values);
    await until(() => closed() === 1);
    expect(asked[0]?.body).toEqual({ name: "Ada", phone: "020 7946" });
    expect(asked[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(titlesOf(notices)).toEqual([customerPage.create.done("Ada")]);
    notices()[0]?.press();
    expect(opened).toEqual([9]);
  });

  it("offers to open the customer who has the telephone number", async () => {
    const { dialog, submit, opened, closed } = await start(() => ({
      status: 409,
      body: { title: "", status: 409, detail: "Taken.", code: "conflict", conflict: { kind: "customer", id: 4 } },
      headers: { "content-type": "application/problem+json" },
    }));
    submit(values);
    await until(() => dialog.has(Button, { children: customerPage.create.openTaken }));
    dialog.get(Button, { children: customerPage.create.openTaken }).onClick?.(undefined as never);
    expect([opened, closed()]).toEqual([[4], 0]);
  });

  it("keeps what was typed when it closes, and says so", async () => {
    const notices = shownNotices();
    const { dialog, closed } = await start(() => ({ status: 201, body: customerOf() }));
    dialog.get(ContractForm).onTyped?.(values);
    dialog.get(Dialog).onClose?.();
    expect([closed(), titlesOf(notices).length]).toEqual([1, 1]);
    const again = await draw(NewCustomerDialog, { onClose: ignore, onOpen: ignore });
    expect(again.get<{ texts?: object }>("CustomerFields").texts).toEqual(values);
  });
});

describe("the orders of a customer", () => {
  it("show their animals by name, and say which animal was deleted", async () => {
    const rows = [orderOf(12, 7, "placed"), orderOf(11, 8, "delivered")];
    queryClient.setQueryData(customerOrdersQuery(3).queryKey, { rows, cursors: {} });
    queryClient.setQueryData(orderedPetsQuery([7, 8]).queryKey, new Map([[7, petOf()]]));
    const orders = <CustomerOrders id={3} />;
    expect(textOf(orders)).toMatch(/Luna.*#12.*Placed.*Animal 8 \(deleted\).*#11.*Delivered/);
    expect(linksOf(orders)).toEqual(["/orders?customerId=3", "/animals?open=7", "/orders?open=12", "/orders?open=11"]);
  });

  it("can be followed by a new order for the same person", async () => {
    queryClient.setQueryData(customerOrdersQuery(3).queryKey, { rows: [], cursors: {} });
    const orders = await draw(CustomerOrders, { id: 3 });
    orders.get<{ onClick: () => void }>("button").onClick();
    expect(newOrder.get()).toEqual({ customerId: 3 });
    newOrder.set(undefined);
  });
});

describe("customers who may be the same person", () => {
  const ada = customerOf({ name: "Ada Byron", phone: "+44 20 7946 0018" });
  const shown = (rows: readonly Customer[], next?: string) => {
    const cursors = next === undefined ? {} : { next };
    queryClient.setQueryData(sameCustomersQuery(3).queryKey, { rows, cursors });
    return textOf(<SameCustomers customer={ada} onMerged={ignore} />);
  };

  it("are shown with the reason, and with their number if there are more", () => {
    const named = customerOf({ id: 4, name: "ádá byron", email: "ada@example.com" });
    const called = customerOf({ id: 5, name: "A. Byron", phone: "020 7946 0018" });
    expect(shown([named, called])).toMatch(/ádá byron ?Same name.*A\. Byron ?Same telephone number/);
    expect(shown([named], "cursor")).toContain(customerPage.same.newest(1));
    expect(shown([])).toBe("");
  });
});

describe("a merge of two customers", () => {
  const open = customerOf({ email: "ada@example.com" });
  const other = customerOf({ id: 4, name: "Ada B.", email: "b@example.com", phone: "020 7946 0018" });

  it("keeps the values of the one who stays, and fills in what they lack", () => {
    expect(mergedFields(other, open)).toEqual([
      { field: "name", stays: "Ada", lost: "Ada B." },
      { field: "email", stays: "ada@example.com", lost: "b@example.com" },
      { field: "phone", stays: "020 7946 0018", lost: null },
    ]);
    expect(mergedFields(open, other).map(({ lost }) => lost)).toEqual(["Ada", "ada@example.com", null]);
  });

  const start = async (...answers: readonly Handler[]) => {
    const asked = fakeService({
      "GET /v1/orders": () => ({ body: [orderOf(12, 7, "placed")] }),
      "POST /v1/customers/4/merge": inTurn(...answers),
      "POST /v1/customers/3/merge": inTurn(...answers),
    });
    const merged: number[] = [];
    const dialog = await draw(MergeDialog, { open, other, onClose: ignore, onMerged: (id) => void merged.push(id) });
    const merges = () => asked.filter(({ line }) => line.startsWith("POST"));
    const submit = () => dialog.get(Button, { variant: "danger" }).onClick?.(undefined as never);
    return { dialog, merges, merged, submit };
  };
  const done = (moved: number, remaining: number) => () => ({ body: { into: 3, moved, remaining } });

  it("repeats the request until no order remains, each time with another key", async () => {
    const notices = shownNotices();
    const { merges, merged, submit } = await start(done(1_000, 204), done(204, 0));
    submit();
    await until(() => merged.length === 1);
    expect(merges().map(({ line, body }) => [line, body])).toEqual([
      ["POST /v1/customers/4/merge", { into: 3 }],
      ["POST /v1/customers/4/merge", { into: 3 }],
    ]);
    const keys = merges().map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(2);
    expect([merged, titlesOf(notices)]).toEqual([[3], [customerPage.merge.done("Ada", 1_204)]]);
    expect(queryClient.getQueryData(customerQuery(4).queryKey)).toBeNull();
  });

  it("continues with the same keys after an answer was lost, so that nothing moves twice", async () => {
    const lost = () => {
      throw new Error("The answer is lost.");
    };
    const { dialog, merges, merged, submit } = await start(done(1_000, 204), lost, done(1_000, 204), done(204, 0));
    submit();
    await until(() => dialog.has<{ onRetry?: () => void }>("InlineError"));
    dialog.get<{ onRetry?: () => void }>("InlineError").onRetry?.();
    await until(() => merged.length === 1);
    const [first, second, ...again] = merges().map(({ headers }) => headers.get("idempotency-key"));
    expect(again).toEqual([first, second]);
  });

  it("can keep the other one", async () => {
    const { dialog, merges, merged, submit } = await start(done(1, 0));
    dialog.get(Button, { children: customerPage.merge.swap }).onClick?.(undefined as never);
    await until(() => dialog.get<{ of: Customer }>("Orders").of.id === 3);
    submit();
    await until(() => merged.length === 1);
    expect(merges().map(({ line, body }) => [line, body])).toEqual([["POST /v1/customers/3/merge", { into: 4 }]]);
    expect(merged).toEqual([4]);
  });
});

describe("the export and the erasure of a customer", () => {
  const open = async (role: "clerk" | "manager") => {
    actAs(role);
    const asked = fakeService({
      "GET /v1/customers/3": () => ({ body: customerOf() }),
      "GET /v1/customers/3/export": () => ({ body: {} }),
      "DELETE /v1/customers/3": () => ({ status: 204 }),
      "GET /v1/orders": () => ({ body: [] }),
    });
    queryClient.setQueryData(customerQuery(3).queryKey, customerOf());
    return { drawer: await draw(CustomerDrawer, { id: 3, onClose: ignore, onOpen: ignore }), asked };
  };

  it("are for managers and owners only", async () => {
    const buttonsOf = async (role: "clerk" | "manager") => {
      const { drawer } = await open(role);
      return [customers.export, customers.erase].filter((children) => drawer.has(Button, { children }));
    };
    expect([await buttonsOf("clerk"), await buttonsOf("manager")]).toEqual([[], [customers.export, customers.erase]]);
  });

  it("name the file in the language of the page", async () => {
    const spy = vi.spyOn(customers, "exportFile").mockImplementation((id) => `kundschaft-${id}.json`);
    onTestFinished(() => spy.mockRestore());
    const { drawer } = await open("manager");
    const saved = savedFiles();
    drawer.get(Button, { children: customers.export }).onClick?.(undefined as never);
    await until(() => saved.length === 1);
    expect(saved).toEqual(["kundschaft-3.json"]);
  });

  it("ask before anything is erased, and ask for the erased customer no more", async () => {
    const notices = shownNotices();
    const { drawer, asked } = await open("manager");
    queryClient.setQueryData(sameCustomersQuery(3).queryKey, { rows: [customerOf({ id: 4 })], cursors: {} });
    drawer.get(Button, { children: customers.erase }).onClick?.(undefined as never);
    await until(() => drawer.has(ConfirmDialog, { isOpen: true }));
    expect(asked.filter(({ line }) => line.startsWith("DELETE"))).toEqual([]);
    drawer.get(ConfirmDialog).onConfirm();
    await until(() => titlesOf(notices).length === 1);
    // The drawer of this test stays open.
    await queryClient.refetchQueries();
    const lines = asked.map(({ line }) => line);
    expect(
      lines.slice(lines.indexOf("DELETE /v1/customers/3") + 1).filter((line) => /customers\/3|=3/.test(line)),
    ).toEqual([]);
    await until(() => drawer.has(EmptyState, { title: customers.gone }));
  });
});

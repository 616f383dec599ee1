import type { Customer, Order } from "@petstore/contract/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { petOf } from "../../../test/support/examples";
import { draw, pageAt } from "../../../test/support/draw";
import { actAs, fakeService, type Handler, refusal } from "../../../test/support/fake-service";
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
import { NewCustomerDialog } from "./new-customer-dialog";
import { customerOrdersQuery, orderedPetsQuery } from "./queries";
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
    expect([await empty("/customers"), await empty("/customers?q=nobody")]).toEqual(["NoneYet", EmptyState.name]);
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
    const { dialog, submit, opened, closed } = await start(() => {
      const { body, ...answer } = refusal(409, "conflict");
      return { ...answer, body: { ...(body as object), conflict: { kind: "customer", id: 4 } } };
    });
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
    return { drawer: await draw(CustomerDrawer, { id: 3, onClose: ignore }), asked };
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

  it("ask before anything is erased", async () => {
    const { drawer, asked } = await open("manager");
    drawer.get(Button, { children: customers.erase }).onClick?.(undefined as never);
    await until(() => drawer.has(ConfirmDialog, { isOpen: true }));
    expect(asked.filter(({ line }) => line.startsWith("DELETE"))).toEqual([]);
    drawer.get(ConfirmDialog).onConfirm();
    await until(() => asked.some(({ line }) => line === "DELETE /v1/customers/3"));
  });
});

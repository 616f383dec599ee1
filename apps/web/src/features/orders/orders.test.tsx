import type { Customer, Order, Pet } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { actionOf, eventOf, petOf } from "../../../test/support/examples";
import { fakeService, type Handler, held, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, until } from "../../../test/support/hook";
import { linksOf, markupOf, textOf } from "../../../test/support/markup";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { jobOf } from "../../../test/support/undos";
import { ApiError } from "../../lib/service/api-error";
import { petProblem } from "./new-order";
import { customerInput } from "./customer-chooser";
import { OrderCard } from "./order-card";
import { changeOrder } from "./order-edits";
import { isOpen, OrderAnimal } from "./order-parts";
import { OrderSteps, useOrderSteps } from "./order-steps";
import { shownPets } from "./queries";
import { isFiltered, withView } from "./search";

const order = (id: number, status: Order["status"] = "placed", fields: Partial<Order> = {}): Order => ({
  id,
  petId: 7,
  status,
  reference: null,
  customerId: null,
  price: null,
  payment: null,
  createdAt: "2026-11-22T10:00:00.000Z",
  updatedAt: "2026-11-22T10:00:00.000Z",
  ...fields,
});
const luna = petOf({ status: "pending" });

describe("the views of orders", () => {
  const from = { status: "placed", petId: 7, q: "PO", sort: "id", cursor: "c", open: 9 } as const;

  it("start at their first page, and keep the other filters", () => {
    const rest = { q: "PO", petId: 7, sort: "id" };
    expect(withView(from, "delivered")).toEqual({ ...rest, status: "delivered" });
    expect(withView(from, "all")).toEqual({ ...rest, view: "list" });
    expect(withView(from, "board")).toEqual({ view: "board" });
  });

  it("count as filtered with a status, an animal or a text, but not with another sort", () => {
    expect([{ status: "placed" }, { petId: 7 }, { q: "a" }].map((some) => isFiltered(some as never))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isFiltered({ sort: "id", view: "list", cursor: "c", open: 9, new: true })).toBe(false);
  });
});

describe("a new order", () => {
  it("explains in plain words why the animal was refused, and nothing for other refusals", () => {
    const problem = (code: string) => petProblem(new ApiError(code, "No.", 409));
    expect([
      problem("pet_not_available"),
      problem("pet_not_found"),
      problem("conflict"),
      petProblem(new TypeError()),
    ]).toEqual([
      "This animal is no longer available. Choose another.",
      "This animal no longer exists. Choose another.",
      undefined,
      undefined,
    ]);
  });
});

describe("an order", () => {
  const show = (
    one: Order,
    pets: Parameters<typeof OrderAnimal>[0]["pets"] = new Map([[7, luna]]),
    hasStatus = false,
  ) => (
    <OrderSteps>
      <OrderCard order={one} pets={pets} hasStatus={hasStatus} />
    </OrderSteps>
  );

  it.each([
    ["placed", ["Approve order 9", "More for order 9"]],
    ["approved", ["Mark delivered: order 9", "More for order 9"]],
    ["delivered", []],
    ["cancelled", []],
  ] as const)("an order that is %s offers %j", (status, steps) => {
    const labels = [...markupOf(show(order(9, status))).matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(
      ([, label]) => label,
    );
    expect(labels).toEqual(steps);
    expect(isOpen(order(9, status))).toBe(steps.length > 0);
  });

  it("shows its status only in a list that does not already say it", () => {
    expect([
      textOf(show(order(9), undefined, true)).includes("Placed"),
      textOf(show(order(9))).includes("Placed"),
    ]).toEqual([true, false]);
    expect(textOf(show(order(9, "delivered"), undefined, true))).toContain("Delivered");
  });

  it("links to its animal unless the animal was deleted later", () => {
    const gone = new Map<number, Pet>();
    const linkOf = (one: Order, pets: Parameters<typeof OrderAnimal>[0]["pets"]) =>
      linksOf(<OrderAnimal order={one} pets={pets} />);
    expect(linkOf(order(9, "delivered"), new Map([[7, luna]]))).toEqual(["/animals?open=7"]);
    expect(linkOf(order(9, "delivered"), gone)).toEqual([]);
    expect(textOf(<OrderAnimal order={order(9, "delivered")} pets={gone} />)).toBe("Animal 7 (deleted)");
    // An open order reserves its animal, so the animal exists even if the list of animals does not have it yet.
    expect(linkOf(order(9), gone)).toEqual(["/animals?open=7"]);
    // If it is not known whether an animal exists, the page does not say that it was deleted.
    expect([linkOf(order(9, "delivered"), "unknown"), linkOf(order(9, "delivered"), undefined)]).toEqual([
      ["/animals?open=7"],
      ["/animals?open=7"],
    ]);
  });

  it("distinguishes an animal that is known, one that is loading, and one that failed to load", () => {
    const known = new Map([[7, luna]]);
    expect(shownPets({ data: known, error: new Error("Late.") })).toBe(known);
    expect([
      shownPets({ data: undefined, error: null }),
      shownPets({ data: undefined, error: new Error("No.") }),
    ]).toEqual([undefined, "unknown"]);
  });
});

describe("the customer of a form", () => {
  const known: Customer = { id: 7, name: "Ada", email: null, phone: null, address: null, createdAt: "", updatedAt: "" };

  it("is nobody, a known customer, or the fields of a new one", () => {
    const values = { "customer.name": "Ada", "customer.email": "", "customer.phone": "112" };
    expect(customerInput(undefined, values)).toEqual({});
    expect(customerInput({ knownId: 7, known }, values)).toEqual({ customerId: 7 });
    expect(customerInput({ newName: "A" }, values)).toEqual({ customer: { name: "Ada", phone: "112" } });
  });

  it("is sent even while the chosen customer is still loading", () => {
    expect(customerInput({ knownId: 7, known: undefined }, {})).toEqual({ customerId: 7 });
  });
});

describe("a change of an order's note", () => {
  const start = (...later: readonly Handler[]) => {
    const notices = shownNotices();
    const asked = fakeService({ "PATCH /v1/orders/9": inTurn(...later) });
    return { notices, patches: () => asked.map(({ body, headers }) => [body, headers.get("if-match")]) };
  };
  const saved = () => ({ body: order(9, "placed", { note: "b" }), headers: { etag: '"a"' } });

  it("can be undone on the page, even if the order had no note before", async () => {
    const { notices, patches } = start(saved);
    await changeOrder(order(9, "placed", { customerId: 3 }), { note: "b" });
    expect(titlesOf(notices)).toEqual(["Note of order 9 saved"]);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Order 9 is as it was"));
    expect(patches()).toEqual([
      [{ note: "b" }, null],
      [{ note: null }, '"a"'],
    ]);
  });

  it("is not undone after a later change", async () => {
    const { notices } = start(saved, () => refusal(412, "precondition_failed"));
    await changeOrder(order(9), { note: "b" });
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("That did not work"));
    expect(
      notices()
        .map(({ description }) => description)
        .join(),
    ).toContain("It has been changed since");
  });
});

it("undoes a change of an order's customer through the action that has the same time", async () => {
  const notices = shownNotices();
  const [updatedAt, at] = ["2026-11-22T10:00:01.000Z", "2026-11-22T10:00:02.000Z"];
  const eventAt = (id: number, time: string) =>
    eventOf({ id, at, action: "order.update", subject: { kind: "order", id: 9 }, after: { id: 9, updatedAt: time } });
  const asked = fakeService({
    "PATCH /v1/orders/9": () => ({ body: order(9, "placed", { customerId: 3, updatedAt }) }),
    "GET /v1/history": () => ({ body: [eventAt(7, at), eventAt(6, updatedAt)] }),
    [`POST /v1/actions/${Date.parse(at)}-6/undo`]: () => ({
      status: 202,
      body: actionOf({ status: "undone", job: jobOf() }),
    }),
  });
  await changeOrder(order(9), { customerId: 3 });
  notices()[0]?.press();
  await until(() => titlesOf(notices).includes("Order 9 is as it was"));
  expect(asked[1]?.query.get("subject")).toBe("order:9");
});

describe("the steps of orders", () => {
  const start = async (handlers: Parameters<typeof fakeService>[0]) => {
    const notices = shownNotices();
    const asked = fakeService(handlers);
    const hook = await runHook(useOrderSteps, { around: (probe) => <OrderSteps>{probe}</OrderSteps> });
    return { steps: () => hook.now(), notices, asked };
  };
  const patch = (id: number) => `PATCH /v1/orders/${id}`;

  it("mark only the changed order busy, until the list shows its new status", async () => {
    const { steps, notices, asked } = await start({ [patch(9)]: () => ({ body: order(9, "approved") }) });
    steps().approve(order(9));
    await until(() => titlesOf(notices).includes("Order 9 is approved"));
    await until(() => steps().isBusy(order(9)));
    expect([steps().isBusy(order(9, "approved")), steps().isBusy(order(8))]).toEqual([false, false]);
    expect(asked[0]?.body).toEqual({ status: "approved" });
  });

  it("offer a failed step again, and enable its button", async () => {
    const { answer, release } = held(() => refusal(500, "internal_error"));
    const { steps, notices } = await start({
      [patch(9)]: inTurn(answer, () => ({ body: order(9, "approved") })),
    });
    steps().approve(order(9));
    await until(() => steps().isBusy(order(9)));
    release();
    await until(() => !steps().isBusy(order(9)));
    expect(titlesOf(notices)).toEqual(["That did not work"]);
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Order 9 is approved"));
  });

  it("say after a conflict that somebody else was faster, and nothing after a success", async () => {
    const { steps, notices } = await start({
      [patch(9)]: () => refusal(409, "order_status_conflict"),
      "GET /v1/orders/9": () => ({ body: order(9, "approved") }),
    });
    steps().approve(order(9));
    await until(() => titlesOf(notices).length > 0);
    expect(notices().map(({ title, type }) => [title, type])).toEqual([["Order 9 is approved already", "error"]]);
    expect(steps().isBusy(order(9))).toBe(false);
  });

  it("count a repeated step as done if the response to the first attempt was lost", async () => {
    const lost = () => {
      throw new Error("The answer is lost.");
    };
    const { steps, notices } = await start({
      [patch(9)]: inTurn(lost, () => refusal(409, "order_status_conflict")),
      "GET /v1/orders/9": () => ({ body: order(9, "approved") }),
    });
    steps().approve(order(9));
    await until(() => titlesOf(notices).includes("You are offline"));
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Order 9 is approved"));
    expect(titlesOf(notices)).toEqual(["Order 9 is approved"]);
  });
});

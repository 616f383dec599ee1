import { Id, OrderQuery, type OrderStatus } from "@petstore/contract/schemas";
import type { z } from "zod";
import { createPreference } from "../../lib/page/preferences";
import { keyOfParameters, type ViewedList } from "../../lib/views/views";

/** The parameter `q` also finds references, so `reference` is not a filter here. */
const { limit: _limit, expand: _expand, q: _q, reference, ...others } = OrderQuery.shape;
/** The filters of the contract. The text of `q` may still be too short for a search, because the person is typing. */
const filters = { ...others, q: reference };

const { sort: _sort, cursor: _cursor, ...selecting } = filters;

/** The names of the filters. The address, the tabs and the views are derived from them. */
const filterNames = Object.keys(selecting) as (keyof typeof selecting)[];

const filtersOf = (search: OrderSearch): Pick<OrderSearch, keyof typeof selecting> =>
  Object.fromEntries(filterNames.map((name) => [name, search[name]]));

type Filters = z.output<z.ZodObject<typeof filters>>;

/** The search parameters of the orders page: the query of `GET /orders`, and what is open. */
export type OrderSearch = { readonly [Name in keyof Filters]?: Filters[Name] | undefined } & {
  /**
   * Says whether the page without a filter shows the board or the list. If it is absent, the last choice in this
   * browser applies.
   */
  readonly view?: "list" | "board" | undefined;
  /** True if the dialog for a new order is open. If there is a `petId`, the order is for that animal. */
  readonly new?: true | undefined;
  /** The id of the order whose drawer is open. */
  readonly open?: number | undefined;
  /** The id of a customer, in an address that an earlier version made. The page of customers shows them now. */
  readonly customer?: number | undefined;
};

/** Remembers whether the list or the board was chosen last. */
export const ordersView = createPreference("orders-view", (stored) => (stored === "board" ? "board" : "list"));

const textOf = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** Drops what the contract's schema refuses, because an address may be mistyped. */
export const parseOrderSearch = (given: Record<string, unknown>): OrderSearch => {
  // The parameter may have its old name, `reference`, in a saved address.
  const all = { ...given, q: given["q"] ?? given["reference"] };
  const pairs = Object.entries(filters).flatMap(([name, schema]) => {
    const value = all[name as keyof typeof all];
    const parsed = value === undefined ? undefined : schema.safeParse(textOf(value));
    return parsed?.success === true ? [[name, parsed.data]] : [];
  });
  const [open, customer] = [given["open"], given["customer"]].map((id) => Id.safeParse(Number(id)).data);
  return {
    ...(Object.fromEntries(pairs) as OrderSearch),
    ...((given["view"] === "list" || given["view"] === "board") && { view: given["view"] }),
    ...(String(given["new"]) === "true" && { new: true }),
    ...(open !== undefined && { open }),
    ...(customer !== undefined && { customer }),
  };
};

/**
 * Tells whether the list is shown and not the board. Only the list has filters.
 * @param chosen - What the browser remembers.
 */
export const isList = (search: OrderSearch, chosen: "list" | "board"): boolean =>
  isFiltered(search) || search.sort !== undefined || search.cursor !== undefined || (search.view ?? chosen) === "list";

/** Returns the text, if the contract allows a search for it. */
export const searchedFor = ({ q }: OrderSearch): string | undefined => OrderQuery.shape.q.safeParse(q).data;

/** What the page can show: the board, all orders, or the orders with one status. */
export type OrderView = OrderStatus | "board" | "all";

/** Changes the filter, and goes to the first page. */
export const withView = (search: OrderSearch, view: OrderView): OrderSearch => {
  if (view === "board") return { view };
  const { status: _status, ...filters } = filtersOf(search);
  const rest = { ...filters, sort: search.sort };
  return view === "all" ? { ...rest, view: "list" } : { ...rest, status: view };
};

/** Describes the list of orders for saved views. The board has no filters that could be saved. */
export const orderViews = (search: OrderSearch, show: (search: OrderSearch) => void): ViewedList => {
  const { sort } = search;
  return {
    page: "orders",
    now: { ...filtersOf(search), q: searchedFor(search), sort },
    keyOf: keyOfParameters,
    onShow: (query) => show({ ...parseOrderSearch({ ...query }), view: "list" }),
  };
};

/** Tells whether the list has a filter, as on the page of animals. */
export const isFiltered = (search: OrderSearch): boolean =>
  Object.values(filtersOf(search)).some((value) => value !== undefined);

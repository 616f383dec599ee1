import { Id, OrderQuery, type OrderStatus } from "@petstore/contract/schemas";
import type { z } from "zod";
import { createPreference } from "../../lib/page/preferences";
import { keyOfParameters, type ViewedList } from "../../lib/views/views";

/** `q` finds references, too. */
const { limit: _limit, expand: _expand, q: _q, reference, ...others } = OrderQuery.shape;
/** The parameters of the contract. What is typed may be too short to be searched for yet. */
const filters = { ...others, q: reference };

const { sort: _sort, cursor: _cursor, ...selecting } = filters;

/** The names of the filters: the address, the tabs and the views follow from them. */
const filterNames = Object.keys(selecting) as (keyof typeof selecting)[];

const filtersOf = (search: OrderSearch): Pick<OrderSearch, keyof typeof selecting> =>
  Object.fromEntries(filterNames.map((name) => [name, search[name]]));

type Filters = z.output<z.ZodObject<typeof filters>>;

/** The address of the orders page: the query of `GET /orders`, and what is open. */
export type OrderSearch = { readonly [Name in keyof Filters]?: Filters[Name] | undefined } & {
  /** What shows without a filter. If absent, the browser's last choice shows. */
  readonly view?: "list" | "board" | undefined;
  /** The dialog for a new order is open, for the animal in `petId` if there is one. */
  readonly new?: true | undefined;
  /** The order whose drawer is open. */
  readonly open?: number | undefined;
  /** The customer whose drawer is open. */
  readonly customer?: number | undefined;
};

/** Which of the two was chosen last. */
export const ordersView = createPreference("orders-view", (stored) => (stored === "board" ? "board" : "list"));

const textOf = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** Drops what the contract's schema refuses, because an address may be mistyped. */
export const parseOrderSearch = (given: Record<string, unknown>): OrderSearch => {
  // An old address may still have `reference` instead of `q`.
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

/** Whether the list shows: a filter is always of the list. @param chosen - What the browser remembers. */
export const isList = (search: OrderSearch, chosen: "list" | "board"): boolean =>
  isFiltered(search) || search.sort !== undefined || search.cursor !== undefined || (search.view ?? chosen) === "list";

/** What the service can search for: the contract's rule. */
export const searchedFor = ({ q }: OrderSearch): string | undefined => OrderQuery.shape.q.safeParse(q).data;

/** What the page can show: the board, all orders, or those of one status. */
export type OrderView = OrderStatus | "board" | "all";

/** Another filter starts at its first page. */
export const withView = (search: OrderSearch, view: OrderView): OrderSearch => {
  if (view === "board") return { view };
  const { status: _status, ...filters } = filtersOf(search);
  const rest = { ...filters, sort: search.sort };
  return view === "all" ? { ...rest, view: "list" } : { ...rest, status: view };
};

/** The list of orders as views save it; the board has no filters to save. */
export const orderViews = (search: OrderSearch, show: (search: OrderSearch) => void): ViewedList => {
  const { sort } = search;
  return {
    page: "orders",
    now: { ...filtersOf(search), q: searchedFor(search), sort },
    keyOf: keyOfParameters,
    onShow: (query) => show({ ...parseOrderSearch({ ...query }), view: "list" }),
  };
};

/** Whether anything is filtered, as on the page of animals. */
export const isFiltered = (search: OrderSearch): boolean =>
  Object.values(filtersOf(search)).some((value) => value !== undefined);

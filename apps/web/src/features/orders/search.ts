import { Id, OrderQuery, type OrderStatus } from "@petstore/contract/schemas";
import type { z } from "zod";

const { status, petId, reference, sort, cursor } = OrderQuery.shape;
const filters = { status, petId, reference, sort, cursor };

type Filters = z.output<z.ZodObject<typeof filters>>;

/** The address of the orders page: the query of `GET /orders`, and what is open. */
export type OrderSearch = { readonly [Name in keyof Filters]?: Filters[Name] | undefined } & {
  /** The list instead of the board, without a filter. */
  readonly view?: "list" | undefined;
  /** The dialog for a new order is open, for the animal in `petId` if there is one. */
  readonly new?: true | undefined;
  /** The order whose drawer is open. */
  readonly open?: number | undefined;
};

const textOf = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** What the contract's schema refuses is left out: an address may be mistyped. */
export const parseOrderSearch = (given: Record<string, unknown>): OrderSearch => {
  const pairs = Object.entries(filters).flatMap(([name, schema]) => {
    const parsed = given[name] === undefined ? undefined : schema.safeParse(textOf(given[name]));
    return parsed?.success === true ? [[name, parsed.data]] : [];
  });
  const open = Id.safeParse(Number(given["open"]));
  return {
    ...(Object.fromEntries(pairs) as OrderSearch),
    ...(given["view"] === "list" && { view: "list" }),
    ...(String(given["new"]) === "true" && { new: true }),
    ...(open.success && { open: open.data }),
  };
};

/** Whether the list shows; without a filter, the board does. */
export const isList = ({ status, petId, reference, sort, cursor, view }: OrderSearch): boolean =>
  [status, petId, reference, sort, cursor, view].some((value) => value !== undefined);

/** What the page can show: the board, all orders, or those of one status. */
export type OrderView = OrderStatus | "board" | "all";

/** A page is of one list: another filter starts at its first. */
export const withView = ({ reference, petId, sort }: OrderSearch, view: OrderView): OrderSearch => {
  if (view === "board") return {};
  const rest = { reference, petId, sort };
  return view === "all" ? { ...rest, view: "list" } : { ...rest, status: view };
};

/** Whether anything is filtered, as on the page of animals. */
export const isFiltered = ({ reference, petId, status }: OrderSearch): boolean =>
  [reference, petId, status].some((value) => value !== undefined);

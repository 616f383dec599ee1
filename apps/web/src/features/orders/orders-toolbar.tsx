import { OrderStatus } from "@petstore/contract/schemas";
import { Link, useNavigate } from "@tanstack/react-router";
import { NativeSelect } from "../../components/native-select";
import { type Filter, FilterBar } from "../../components/filters/filter-bar";
import { searchedFilter, type SetFilter } from "../../components/filters/no-match";
import { SearchField } from "../../components/search-field";
import { t } from "../../texts";
import { useStore } from "../../lib/page/store";
import { isFiltered, isList, ordersView, type OrderSearch, type OrderView, searchedFor, withView } from "./search";

const views: readonly { readonly value: OrderView; readonly label: string }[] = [
  { value: "all", label: t.orders.views.all },
  ...OrderStatus.options.map((value) => ({ value, label: t.common.orderStatus[value] })),
  { value: "board", label: t.orders.views.board },
];

const sorts = (["-id", "id"] as const).map((value) => ({ value, label: t.orders.sorts[value] }));

/** The filters that links of other pages set: the orders of an animal, and those of a customer. */
const linkedFilters = (search: OrderSearch, go: (next: OrderSearch) => void): readonly Filter[] => {
  const { cursor: _, petId, customerId, ...others } = search;
  return [
    {
      name: "petId",
      label: t.orders.columns.animal,
      words: petId === undefined ? undefined : t.orders.ofAnimal(petId),
      onRemove: () => go({ ...others, customerId, view: "list" }),
    },
    {
      name: "customerId",
      label: t.orders.columns.customer,
      words: customerId === undefined ? undefined : t.orders.ofCustomer(customerId),
      onRemove: () => go({ ...others, petId, view: "list" }),
    },
  ];
};

/** The filters of the page in words, for a list without a match. */
export const orderFilterWords = (search: OrderSearch, go: (next: OrderSearch) => void): readonly SetFilter[] => {
  const { cursor: _, status, q, ...others } = search;
  return [
    ...(status === undefined
      ? []
      : [{ words: t.common.orderStatus[status], onRemove: () => go({ ...others, q, view: "list" }) }]),
    ...searchedFilter(q, () => go({ ...others, status, view: "list" })),
    ...linkedFilters(search, go).flatMap(({ words, onRemove }) => (words === undefined ? [] : [{ words, onRemove }])),
  ];
};

export const OrdersToolbar = ({ search }: { readonly search: OrderSearch }) => {
  const navigate = useNavigate();
  const isListed = isList(search, useStore(ordersView));
  const shown = search.status ?? (isListed ? "all" : "board");
  const remember = (view: OrderView) => ordersView.set(view === "board" ? "board" : "list");
  const go = (next: OrderSearch, replace = false) => void navigate({ to: "/orders", search: next, replace });
  const { cursor: _, ...filters } = search;
  return (
    <FilterBar
      search={
        <SearchField
          label={t.orders.search}
          placeholder={t.orders.searchHint}
          value={search.q ?? ""}
          onChange={(text) => go({ ...filters, view: "list", q: text === "" ? undefined : text }, true)}
          className="min-w-0 basis-full sm:flex-1 sm:basis-56 sm:max-w-80"
        />
      }
      pinned={
        <>
          <NativeSelect
            aria-label={t.orders.show}
            options={views}
            value={shown}
            onValueChange={(value) => {
              remember(value as OrderView);
              go(withView(search, value as OrderView));
            }}
            className="min-w-0 flex-1 sm:flex-none lg:hidden"
          />
          <nav aria-label={t.orders.show} className="hidden rounded-lg bg-sunken p-0.5 lg:flex">
            {views.map(({ value, label }) => (
              <Link
                key={value}
                to="/orders"
                search={withView(search, value)}
                // Without this, the router would mark a link as active as soon as all of its parameters are in the address.
                activeOptions={{ exact: true }}
                onClick={() => remember(value)}
                aria-current={value === shown ? "page" : undefined}
                className="inline-flex min-h-8 items-center rounded-md px-2.5 text-sm font-medium text-muted hover:text-text aria-[current=page]:chosen pointer-coarse:min-h-11"
              >
                {label}
              </Link>
            ))}
          </nav>
        </>
      }
      filters={linkedFilters(search, go)}
      isFiltered={isFiltered(search)}
      onClear={() => go({ sort: search.sort, view: "list" })}
      note={search.q !== undefined && searchedFor(search) === undefined ? t.orders.tooShort : undefined}
    >
      {isListed && (
        <NativeSelect
          aria-label={t.common.sort}
          options={sorts}
          value={search.sort ?? "-id"}
          className="min-w-0 flex-1 sm:flex-none"
          onValueChange={(value) => go({ ...filters, sort: value as "id" | "-id" })}
        />
      )}
    </FilterBar>
  );
};

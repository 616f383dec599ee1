import { OrderStatus } from "@petstore/contract/schemas";
import { Link, useNavigate } from "@tanstack/react-router";
import { X } from "lucide-react";
import { Button, buttonClass } from "../../components/button";
import { NativeSelect } from "../../components/field";
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

export const OrdersToolbar = ({ search }: { readonly search: OrderSearch }) => {
  const navigate = useNavigate();
  const isListed = isList(search, useStore(ordersView));
  const shown = search.status ?? (isListed ? "all" : "board");
  const remember = (view: OrderView) => ordersView.set(view === "board" ? "board" : "list");
  const go = (next: OrderSearch, replace = false) => void navigate({ to: "/orders", search: next, replace });
  const { cursor: _, ...filters } = search;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={t.orders.search}
        placeholder={t.orders.searchHint}
        value={search.q ?? ""}
        onChange={(text) => go({ ...filters, view: "list", q: text === "" ? undefined : text }, true)}
        className="min-w-0 basis-full sm:flex-1 sm:basis-64 sm:max-w-80"
      />
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
      {isListed && (
        <NativeSelect
          aria-label={t.common.sort}
          options={sorts}
          value={search.sort ?? "-id"}
          className="min-w-0 flex-1 sm:flex-none"
          onValueChange={(value) => go({ ...filters, sort: value as "id" | "-id" })}
        />
      )}
      {search.petId !== undefined && (
        <Link
          to="/orders"
          search={{ ...filters, petId: undefined, view: "list" }}
          aria-label={t.orders.allAnimals}
          title={t.orders.allAnimals}
          className={`${buttonClass()} print:inline-flex!`}
        >
          {t.orders.ofAnimal(search.petId)}
          <X aria-hidden size={16} />
        </Link>
      )}
      {search.customerId !== undefined && (
        <Link
          to="/orders"
          search={{ ...filters, customerId: undefined, view: "list" }}
          aria-label={t.orders.allCustomers}
          title={t.orders.allCustomers}
          className={`${buttonClass()} print:inline-flex!`}
        >
          {t.orders.ofCustomer(search.customerId)}
          <X aria-hidden size={16} />
        </Link>
      )}
      {search.q !== undefined && searchedFor(search) === undefined && (
        <p role="status" className="text-sm text-muted">
          {t.orders.tooShort}
        </p>
      )}
      {isFiltered(search) && (
        <Button variant="quiet" onClick={() => go({ sort: search.sort, view: "list" })}>
          {t.common.clear}
        </Button>
      )}
    </div>
  );
};

import { useNavigate, useSearch } from "@tanstack/react-router";
import { Contact } from "lucide-react";
import { FilterBar } from "../../components/filters/filter-bar";
import { NoMatch, searchedFilter } from "../../components/filters/no-match";
import { NoneYet, Paged, ResourcePage } from "../../components/resource-page";
import { SearchField } from "../../components/search-field";
import { usePage } from "../../lib/service/use-paging";
import { t } from "../../texts";
import { customerPage } from "../../texts/customer-page";
import { CustomerDrawer } from "./customer-drawer";
import { CustomerList } from "./customer-list";
import { NewCustomerDialog } from "./new-customer-dialog";
import { customerPageQuery } from "./queries";
import { type CustomerSearch, isTooShort } from "./search";

const icon = <Contact aria-hidden />;

/** The page of all customers, whether they have orders or not. */
export const CustomersPage = () => {
  const search = useSearch({ from: "/customers" });
  const navigate = useNavigate();
  const go = (change: CustomerSearch, replace = false) =>
    void navigate({ to: "/customers", search: { ...search, ...change }, replace, resetScroll: false });
  const page = usePage(customerPageQuery(search), search.cursor, (cursor) => go({ cursor }));
  const onNew = () => go({ new: true, open: undefined });
  const clear = () => go({ q: undefined, cursor: undefined });
  const empty =
    search.q === undefined && search.cursor === undefined ? (
      <NoneYet icon={icon} texts={customerPage} onNew={onNew} />
    ) : (
      <NoMatch title={customerPage.noMatch} filters={searchedFilter(search.q, clear)} onClear={clear} />
    );
  return (
    <ResourcePage texts={customerPage} onNew={onNew}>
      <FilterBar
        search={
          <SearchField
            label={customerPage.search}
            placeholder={customerPage.searchHint}
            value={search.q ?? ""}
            onChange={(text) => go({ q: text.trim() || undefined, cursor: undefined }, true)}
            toValue={(text) => text.trim()}
            className="w-full max-w-md"
          />
        }
        isFiltered={search.q !== undefined}
        onClear={clear}
        note={isTooShort(search) ? t.orders.tooShort : undefined}
      />
      <Paged page={page} summary={customerPage.shown} empty={empty}>
        {(rows) => <CustomerList rows={rows} />}
      </Paged>
      {search.new === true && (
        <NewCustomerDialog onClose={() => go({ new: undefined })} onOpen={(id) => go({ new: undefined, open: id })} />
      )}
      {search.open !== undefined && (
        <CustomerDrawer
          key={search.open}
          id={search.open}
          onClose={() => go({ open: undefined })}
          onOpen={(id) => go({ open: id })}
        />
      )}
    </ResourcePage>
  );
};

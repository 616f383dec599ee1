import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { useState } from "react";
import { FilterBar } from "../../components/filters/filter-bar";
import { NoMatch, searchedFilter } from "../../components/filters/no-match";
import { Page } from "../../components/page";
import { Pager } from "../../components/pager";
import { ResourcePage } from "../../components/resource-page";
import { SearchField } from "../../components/search-field";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { useHasRole } from "../../lib/session/roles";
import { usePageKeys } from "../../lib/service/use-paging";
import { t } from "../../texts";
import { AccountDrawer } from "./account-drawer";
import { NewAccountDialog } from "./new-account-dialog";
import { usersQuery } from "./queries";
import { placesOf, type StaffSearch } from "./search";
import { StaffList } from "./staff-list";

const useStaffSearch = () => {
  const search = useSearch({ from: "/staff" });
  const navigate = useNavigate();
  const go = (change: StaffSearch, replace = false) =>
    void navigate({ to: "/staff", search: { ...search, ...change }, replace });
  return { search, go };
};

const Content = () => {
  const { search, go } = useStaffSearch();
  const { offset = 0, searchValue } = search;
  const query = useQuery(usersQuery(search));
  const { data, error, isPlaceholderData } = query;
  const total = data?.total ?? 0;
  const pager = usePageKeys(placesOf(offset, total), (place) => go({ offset: place || undefined }));

  if (data === undefined && error !== null) return <LoadError query={query} />;
  if (data === undefined) return <SkeletonRows count={8} />;
  if (data.users.length === 0) {
    const clear = () => go({ searchValue: undefined, offset: undefined });
    return <NoMatch title={t.staff.noMatch} filters={searchedFilter(searchValue, clear)} onClear={clear} />;
  }
  return (
    <div className={isPlaceholderData ? "opacity-60" : undefined}>
      <LoadError query={query} />
      <StaffList users={data.users} />
      <div className="mt-3">
        <Pager {...pager} summary={t.staff.range(offset + 1, offset + data.users.length, total)} />
      </div>
    </div>
  );
};

const Staff = () => {
  const { search, go } = useStaffSearch();
  const [isNew, setIsNew] = useState(false);
  return (
    <ResourcePage texts={t.staff} onNew={() => setIsNew(true)}>
      <FilterBar
        search={
          <SearchField
            label={t.staff.search}
            value={search.searchValue ?? ""}
            onChange={(text) => go({ searchValue: text.trim() || undefined, offset: undefined }, true)}
            className="w-full max-w-md"
          />
        }
        isFiltered={search.searchValue !== undefined}
        onClear={() => go({ searchValue: undefined, offset: undefined })}
      />
      <Content />
      {search.open !== undefined && <AccountDrawer id={search.open} onClose={() => go({ open: undefined })} />}
      {isNew && <NewAccountDialog onClose={() => setIsNew(false)} />}
    </ResourcePage>
  );
};

export const StaffPage = () => {
  const isOwner = useHasRole("owner");
  if (isOwner) return <Staff />;
  return (
    <Page title={t.staff.title}>
      <EmptyState icon={<Users aria-hidden />} title={t.staff.ownersOnly} detail={t.staff.ownersOnlyDetail} />
    </Page>
  );
};

import type { ApiKey } from "@petstore/contract/client";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { FilterBar } from "../../components/filters/filter-bar";
import { NoMatch } from "../../components/filters/no-match";
import { ManagersOnly, NoneYet, Paged, ResourcePage } from "../../components/resource-page";
import { Segments } from "../../components/segments";
import { useHasRole } from "../../lib/session/roles";
import { usePage } from "../../lib/service/use-paging";
import { t } from "../../texts";
import { KeyDrawer } from "./key-drawer";
import { KeyList } from "./key-list";
import type { KeyAction } from "./key-parts";
import { NewKeyDialog } from "./new-key-dialog";
import { keysQuery } from "./queries";
import { RevokeKeyDialog } from "./revoke-key-dialog";
import { RotateKeyDialog } from "./rotate-key-dialog";
import type { KeySearch } from "./search";

const icon = <KeyRound aria-hidden />;

type Open = { readonly action: "new" } | { readonly action: KeyAction; readonly apiKey: ApiKey };

const filters = (["active", "expired", "revoked", "all"] as const).map((value) => ({
  value,
  label: t.keys.filters[value],
}));

const useKeySearch = () => {
  const search = useSearch({ from: "/keys" });
  const navigate = useNavigate();
  const go = (change: KeySearch, replace = false) =>
    void navigate({ to: "/keys", search: { ...search, ...change }, replace });
  return { search, go };
};

type ContentProps = { readonly onNew: () => void; readonly onAct: (apiKey: ApiKey, action: KeyAction) => void };

const Content = ({ onNew, onAct }: ContentProps) => {
  const { search, go } = useKeySearch();
  const page = usePage(keysQuery(search), search.cursor, (cursor) => go({ cursor }));
  const { status = "active" } = search;
  const showAll = () => go({ status: "all", cursor: undefined });
  const empty =
    status === "all" ? (
      <NoneYet icon={icon} texts={t.keys} onNew={onNew} />
    ) : (
      <NoMatch
        title={t.keys.noMatch}
        filters={[{ words: t.keys.filters[status], onRemove: showAll }]}
        onClear={showAll}
      />
    );
  return (
    <Paged page={page} summary={t.keys.shown} empty={empty}>
      {(keys) => <KeyList keys={keys} onAct={onAct} />}
    </Paged>
  );
};

const Keys = () => {
  const { search, go } = useKeySearch();
  const [open, setOpen] = useState<Open>();
  const openNew = () => setOpen({ action: "new" });
  const close = () => setOpen(undefined);
  const act = (apiKey: ApiKey, action: KeyAction) => setOpen({ action, apiKey });
  return (
    <ResourcePage texts={t.keys} onNew={openNew}>
      <FilterBar
        pinned={
          <Segments
            label={t.keys.filter}
            name="status"
            value={search.status ?? "active"}
            options={filters}
            onChange={(status) => go({ status: status === "active" ? undefined : status, cursor: undefined })}
          />
        }
      />
      <Content onNew={openNew} onAct={act} />
      {search.open !== undefined && <KeyDrawer id={search.open} onClose={() => go({ open: undefined })} onAct={act} />}
      {open?.action === "new" && <NewKeyDialog onClose={close} />}
      {open?.action === "rotate" && <RotateKeyDialog apiKey={open.apiKey} onClose={close} />}
      {open?.action === "revoke" && <RevokeKeyDialog apiKey={open.apiKey} onClose={close} />}
    </ResourcePage>
  );
};

export const KeysPage = () => (useHasRole("manager") ? <Keys /> : <ManagersOnly icon={icon} texts={t.keys} />);

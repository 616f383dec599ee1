import type { ApiKey } from "@petstore/contract/client";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { Page } from "../../components/page";
import { Pager } from "../../components/pager";
import { Segments } from "../../components/segments";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { useHasRole } from "../../lib/session/roles";
import { useShortcut } from "../../lib/page/shortcuts";
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
  const { query, pager } = usePage(keysQuery(search), search.cursor, (cursor) => go({ cursor }));
  const { data, error, isPlaceholderData } = query;
  if (data === undefined && error !== null) return <LoadError query={query} />;
  if (data === undefined) return <SkeletonRows count={8} className="h-14" />;
  const { rows: keys } = data;
  if (keys.length === 0 && search.state === "all") {
    const make = (
      <Button variant="primary" onClick={onNew}>
        {t.keys.new}
      </Button>
    );
    return (
      <EmptyState icon={<KeyRound aria-hidden />} title={t.keys.empty} detail={t.keys.emptyDetail} action={make} />
    );
  }
  if (keys.length === 0) {
    const showAll = <Button onClick={() => go({ state: "all", cursor: undefined })}>{t.keys.showAll}</Button>;
    return <EmptyState icon={<KeyRound aria-hidden />} title={t.keys.noMatch} action={showAll} />;
  }
  return (
    <div className={isPlaceholderData ? "opacity-60" : undefined}>
      <LoadError query={query} />
      <KeyList keys={keys} onAct={onAct} />
      <div className="mt-3">
        <Pager {...pager} summary={t.keys.shown(keys.length)} />
      </div>
    </div>
  );
};

const Keys = () => {
  const { search, go } = useKeySearch();
  const [open, setOpen] = useState<Open>();
  const openNew = () => setOpen({ action: "new" });
  const close = () => setOpen(undefined);
  const act = (apiKey: ApiKey, action: KeyAction) => setOpen({ action, apiKey });
  useShortcut("n", t.keys.new, openNew);
  return (
    <Page
      title={t.keys.title}
      description={t.keys.description}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={openNew}>
          {t.keys.new}
        </Button>
      }
    >
      <div className="flex">
        <Segments
          label={t.keys.filter}
          name="state"
          value={search.state ?? "active"}
          options={filters}
          onChange={(state) => go({ state: state === "active" ? undefined : state, cursor: undefined })}
        />
      </div>
      <Content onNew={openNew} onAct={act} />
      {search.open !== undefined && <KeyDrawer id={search.open} onClose={() => go({ open: undefined })} onAct={act} />}
      {open?.action === "new" && <NewKeyDialog onClose={close} />}
      {open?.action === "rotate" && <RotateKeyDialog apiKey={open.apiKey} onClose={close} />}
      {open?.action === "revoke" && <RevokeKeyDialog apiKey={open.apiKey} onClose={close} />}
    </Page>
  );
};

export const KeysPage = () => {
  const isManager = useHasRole("manager");
  if (isManager) return <Keys />;
  return (
    <Page title={t.keys.title}>
      <EmptyState icon={<KeyRound aria-hidden />} title={t.keys.managersOnly} detail={t.keys.managersOnlyDetail} />
    </Page>
  );
};

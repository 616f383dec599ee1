import { MAX_ATTRIBUTES } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ListPlus, Plus } from "lucide-react";
import { Button } from "../../components/button";
import { Page } from "../../components/page";
import { ManagersOnly } from "../../components/resource-page";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { attributesQuery, lastPosition } from "../../lib/pets/attributes";
import { useHasRole } from "../../lib/session/roles";
import { useShortcut } from "../../lib/page/shortcuts";
import { t } from "../../texts";
import { AttributeDrawer, NewAttributeDrawer } from "./attribute-drawer";
import { ArchivedList, AttributeList } from "./attribute-list";
import type { AttributeSearch } from "./search";
import { StatusNames } from "./status-names";

const texts = t.attributes;

type ContentProps = { readonly onOpen: (id: number) => void; readonly newField: React.ReactNode };

const Content = ({ onOpen, newField }: ContentProps) => {
  const query = useQuery(attributesQuery);
  const { data, error } = query;
  if (data === undefined && error !== null) return <LoadError query={query} />;
  if (data === undefined) return <SkeletonRows count={8} className="h-12" />;
  if (data.length === 0) {
    return (
      <EmptyState icon={<ListPlus aria-hidden />} title={texts.emptyTitle} detail={texts.empty} action={newField} />
    );
  }
  const archived = data.filter(({ isArchived }) => isArchived);
  const fields = data.filter(({ isArchived }) => !isArchived);
  return (
    <>
      <LoadError query={query} />
      {fields.length > 0 && <AttributeList fields={fields} onOpen={onOpen} />}
      {archived.length > 0 && <ArchivedList fields={archived} onOpen={onOpen} />}
    </>
  );
};

const tabs = [
  { tab: undefined, label: texts.title },
  { tab: "statuses", label: texts.statusNames.tab },
] as const;

const Tabs = ({ chosen }: { readonly chosen: AttributeSearch["tab"] }) => (
  <nav aria-label={texts.tabs} className="flex gap-1 border-b border-line">
    {tabs.map(({ tab, label }) => (
      <Link
        key={label}
        to="/fields"
        search={{ tab }}
        // Without this, the router would mark the first link as active whatever the address has.
        activeOptions={{ exact: true }}
        aria-current={tab === chosen ? "page" : undefined}
        className="inline-flex min-h-10 items-center rounded-t-md px-3 text-sm font-medium text-muted hover:text-text [--chosen-edge:inset_0_-3px_0] aria-[current=page]:chosen pointer-coarse:min-h-11"
      >
        {label}
      </Link>
    ))}
  </nav>
);

const Fields = () => {
  const search = useSearch({ from: "/fields" });
  const navigate = useNavigate();
  const { data } = useQuery(attributesQuery);
  const go = (next: AttributeSearch) => void navigate({ to: "/fields", search: next, resetScroll: false });
  const close = () => go({});
  useShortcut("n", texts.new, () => go({ new: true }));
  const newField = (
    <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={() => go({ new: true })}>
      {texts.new}
    </Button>
  );
  return (
    <Page
      title={texts.title}
      {...(data !== undefined && { description: texts.description(data.length, MAX_ATTRIBUTES) })}
      actions={newField}
    >
      <Tabs chosen={search.tab} />
      {search.tab === "statuses" ? <StatusNames /> : <Content onOpen={(id) => go({ open: id })} newField={newField} />}
      {search.open !== undefined && <AttributeDrawer id={search.open} onClose={close} />}
      {search.new === true && <NewAttributeDrawer position={lastPosition(data ?? [])} onClose={close} />}
    </Page>
  );
};

export const AttributesPage = () =>
  useHasRole("manager") ? <Fields /> : <ManagersOnly icon={<ListPlus aria-hidden />} texts={texts} />;

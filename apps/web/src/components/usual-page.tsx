import { useNavigate, useSearch } from "@tanstack/react-router";
import { useId } from "react";
import { z } from "zod";
import type { UsualSearch } from "../lib/page/usual-search";
import { useOwnClose } from "../lib/page/use-own-close";
import {
  type Named,
  usualPageQuery,
  type UsualResource,
  useUsualCreation,
  useUsualDeletion,
  useUsualOne,
  useUsualUpdate,
} from "../lib/service/usual-resource";
import { usePage } from "../lib/service/use-paging";
import { formatNumber } from "../lib/text/format";
import { t } from "../texts";
import { usualPage } from "../texts/usual-page";
import { Button } from "./button";
import { ContractForm } from "./contract-form";
import { Data } from "./data";
import { Dialog } from "./dialog";
import { FormActions } from "./form-actions";
import { type Column, ResourceList } from "./resource-list";
import { NoneYet, Paged, ResourcePage } from "./resource-page";
import { SchemaFields, typedValues } from "./schema-fields";
import { EmptyState, InlineError, LoadError, SkeletonRows } from "./states";

type ResourceProps<One extends Named, New, Change> = { readonly resource: UsualResource<One, New, Change> };
type DialogProps<One extends Named, New, Change> = ResourceProps<One, New, Change> & { readonly onClose: () => void };

const NewDialog = <One extends Named, New, Change>({ resource, onClose }: DialogProps<One, New, Change>) => {
  const form = useId();
  const { texts, schemas } = resource;
  const creation = useUsualCreation(resource, useOwnClose(onClose));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.new}
      actions={<FormActions form={form} onCancel={onClose} label={t.common.add} isBusy={creation.isPending} />}
    >
      <ContractForm
        id={form}
        schema={schemas.create}
        toInput={(values) => typedValues(schemas.create.shape, values)}
        onSubmit={(body) => creation.mutate(body as New)}
        error={creation.error}
      >
        <SchemaFields shape={schemas.create.shape} labels={texts.fields} />
      </ContractForm>
    </Dialog>
  );
};

type EditProps<One extends Named, New, Change> = DialogProps<One, New, Change> & {
  readonly one: One;
  readonly etag: string;
};

const EditDialog = <One extends Named, New, Change>({ resource, one, etag, onClose }: EditProps<One, New, Change>) => {
  const form = useId();
  const { texts, schemas } = resource;
  const close = useOwnClose(onClose, one.id);
  const update = useUsualUpdate(resource, close);
  const deletion = useUsualDeletion(resource, close);
  const { shape } = schemas.change;
  const before: Readonly<Record<string, unknown>> = { ...one };
  const save = (typed: Readonly<Record<string, unknown>>) => {
    const change = Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== before[name]));
    if (Object.keys(change).length === 0) onClose();
    else update.mutate({ id: one.id, etag, change: change as Change });
  };
  const isBusy = update.isPending || deletion.isPending;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Data>{one.name}</Data>}
      actions={
        <>
          <Button variant="quiet" className="mr-auto text-danger!" isBusy={isBusy} onClick={() => deletion.mutate(one)}>
            {t.common.delete}
          </Button>
          <FormActions form={form} onCancel={onClose} label={t.common.save} isBusy={isBusy} />
        </>
      }
    >
      <ContractForm
        id={form}
        // The contract refuses an empty change, but an unchanged form may be saved.
        schema={z.strictObject(shape)}
        toInput={(values) => typedValues(shape, values)}
        onSubmit={save}
        error={update.error}
      >
        <SchemaFields shape={shape} labels={texts.fields} values={before} />
      </ContractForm>
      {deletion.error !== null && <InlineError error={deletion.error} />}
    </Dialog>
  );
};

const OpenOne = <One extends Named, New, Change>(props: DialogProps<One, New, Change> & { readonly id: number }) => {
  const query = useUsualOne(props.resource, props.id);
  const { data, error } = query;
  if (data) return <EditDialog key={props.id} {...props} {...data} />;
  return (
    <Dialog isOpen onClose={props.onClose} title={data === null ? usualPage.gone : t.common.loading}>
      {data === undefined && error === null && <SkeletonRows count={3} className="h-9" />}
      <LoadError query={query} />
      {data === null && <EmptyState title={usualPage.gone} detail={usualPage.goneDetail} />}
    </Dialog>
  );
};

const shown = (value: unknown) => {
  if (typeof value === "number") return <Data>{formatNumber(value)}</Data>;
  return typeof value === "string" ? <Data className="wrap-anywhere">{value}</Data> : "–";
};

const columnsOf = <One extends Named, New, Change>({ schemas, texts }: UsualResource<One, New, Change>) =>
  Object.keys(schemas.change.shape)
    .filter((field) => field !== "name")
    .map(
      (field): Column<One> => ({
        label: texts.fields[field] ?? field,
        cell: (row) => shown((row as Readonly<Record<string, unknown>>)[field]),
        card: "labelled",
      }),
    );

/** The page of a resource: its list, and forms to add, change and delete one, each with an undo. */
export const UsualPage = <One extends Named, New, Change>({ resource }: ResourceProps<One, New, Change>) => {
  const { texts, path, icon: Icon } = resource;
  // The router knows each page by its own type.
  const search: UsualSearch = useSearch({ from: path as never });
  const navigate = useNavigate();
  const go = (change: UsualSearch) => void navigate({ to: path, search: { ...search, ...change } });
  const page = usePage(usualPageQuery(resource, search.cursor), search.cursor, (cursor) => go({ cursor }));
  const onNew = () => go({ new: true });
  const onClose = () => go({ new: undefined, open: undefined });
  return (
    <ResourcePage texts={texts} onNew={onNew}>
      <Paged
        page={page}
        summary={usualPage.shown}
        empty={<NoneYet icon={<Icon aria-hidden />} texts={texts} onNew={onNew} />}
      >
        {(rows) => (
          <ResourceList
            rows={rows}
            texts={{ title: texts.title, ...usualPage }}
            to={path}
            name={{ label: texts.fields["name"] ?? texts.title, of: ({ name }) => name }}
            columns={columnsOf(resource)}
          />
        )}
      </Paged>
      {search.new === true && <NewDialog resource={resource} onClose={onClose} />}
      {search.open !== undefined && <OpenOne resource={resource} id={search.open} onClose={onClose} />}
    </ResourcePage>
  );
};

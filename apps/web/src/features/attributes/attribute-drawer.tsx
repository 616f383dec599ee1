import type { NewAttribute as AttributeBody } from "@petstore/contract/client";
import { AttributeChange, NewAttribute } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { z } from "zod";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { Data } from "../../components/data";
import { ConfirmDialog, Drawer } from "../../components/dialog";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { ApiError } from "../../lib/service/api";
import { useShortcut } from "../../lib/page/shortcuts";
import { useOwnClose } from "../../lib/page/use-own-close";
import { useQuestion } from "../../lib/session/use-question";
import { t } from "../../texts";
import { AttributeFields } from "./attribute-fields";
import { formOf, toChange, toNew } from "./form-values";
import { attributeQuery, type TaggedAttribute } from "./queries";
import { isStale, unfitOf, userOf } from "./refusals";
import { useCreateAttribute, useDeleteAttribute, useUpdateAttribute } from "./use-attribute-writes";

const texts = t.attributes;

const linkClass = "font-medium underline underline-offset-2";

const PetLinks = ({ ids, children }: { readonly ids: readonly number[]; readonly children?: ReactNode }) => (
  <p className="flex flex-wrap gap-x-3 gap-y-1">
    {ids.map((id) => (
      <Link key={id} to="/animals" search={{ open: id }} className={linkClass}>
        {texts.animal(id)}
      </Link>
    ))}
    {children}
  </p>
);

const noticeClass = "mb-4 flex flex-col gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-on-warning-soft";

/** Says why a change or a deletion was refused, and what the person can do next. */
const Refusal = ({ error, children }: { readonly error: unknown; readonly children?: ReactNode }) => {
  const unfit = unfitOf(error);
  const user = userOf(error);
  if (unfit !== undefined) {
    return (
      <div role="alert" className={noticeClass}>
        <p>{texts.unfit(unfit.count)}</p>
        <PetLinks ids={unfit.petIds}>
          {unfit.count > unfit.petIds.length && <span>{texts.unfitMore(unfit.count - unfit.petIds.length)}</span>}
        </PetLinks>
      </div>
    );
  }
  if (user !== undefined) {
    return (
      <div role="alert" className={noticeClass}>
        <p>{texts.inUse}</p>
        <PetLinks ids={[user]} />
        {children}
      </div>
    );
  }
  if (!isStale(error)) return null;
  return (
    <p role="alert" className={noticeClass}>
      {texts.changed}
    </p>
  );
};

const isExplained = (error: unknown) => unfitOf(error) !== undefined || userOf(error) !== undefined || isStale(error);

/** The contract's schema without its rule that a change must not be empty, because an unchanged form may be saved. */
const Change = z.strictObject(AttributeChange.shape);

const useSubmit = (formId: string) => {
  useShortcut(
    "mod+enter",
    t.common.save,
    () => {
      const form = document.getElementById(formId);
      if (form instanceof HTMLFormElement) form.requestSubmit();
    },
    { inDialog: true, inFields: true },
  );
};

type NewAttributeDrawerProps = { readonly position: number; readonly onClose: () => void };

export const NewAttributeDrawer = ({ position, onClose }: NewAttributeDrawerProps) => {
  const formId = useId();
  const [form, setForm] = useState(() => formOf(undefined));
  const label = useRef<HTMLInputElement>(null);
  const create = useCreateAttribute(useOwnClose(onClose));
  useSubmit(formId);
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={texts.new}
      name={texts.new}
      initialFocus={label}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={create.isPending}>
            {texts.create}
          </Button>
        </>
      }
    >
      <ContractForm
        id={formId}
        schema={NewAttribute}
        toInput={() => toNew(form, position)}
        onSubmit={(data) => {
          // The keyboard shortcut still works while the form is being saved.
          if (!create.isPending) create.mutate(data as AttributeBody);
        }}
        error={create.error}
      >
        <AttributeFields form={form} onChange={(change) => setForm({ ...form, ...change })} isNew labelRef={label} />
      </ContractForm>
    </Drawer>
  );
};

type EditProps = TaggedAttribute & { readonly formId: string; readonly onClose: () => void };

/**
 * What was typed stays even if others change the field in the meantime, because a save sends only what was changed
 * here.
 */
const EditAttribute = ({ one, etag, formId, onClose }: EditProps) => {
  const [base] = useState(one);
  const close = useOwnClose(onClose);
  const [form, setForm] = useState(() => formOf(one));
  const update = useUpdateAttribute(close);
  const remove = useDeleteAttribute(close);
  const question = useQuestion(remove);
  const refused = update.error ?? remove.error;
  const isTyped = Object.keys(toChange(form, base)).length > 0;
  const isChanged = isTyped && !update.isPending && !update.isSuccess && JSON.stringify(one) !== JSON.stringify(base);
  useSubmit(formId);
  const archive = (isArchived: boolean) => update.mutate({ one, etag, change: { isArchived } });
  const isBusy = update.isPending || remove.isPending;
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={<Data>{one.label}</Data>}
      name={one.label}
      tools={one.isArchived && <Badge tone="neutral">{texts.archived}</Badge>}
      actions={
        <>
          <Button
            variant="quiet"
            className="mr-auto text-danger!"
            icon={<Trash2 aria-hidden size={16} />}
            isBusy={isBusy}
            onClick={question.ask}
          >
            {t.common.delete}
          </Button>
          {one.isArchived ? (
            <Button icon={<ArchiveRestore aria-hidden size={16} />} isBusy={isBusy} onClick={() => archive(false)}>
              {texts.unarchive}
            </Button>
          ) : (
            <Button icon={<Archive aria-hidden size={16} />} isBusy={isBusy} onClick={() => archive(true)}>
              {texts.archive}
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} isBusy={isBusy}>
            {t.common.save}
          </Button>
        </>
      }
    >
      {isChanged && !isStale(refused) && (
        <p role="status" className={noticeClass}>
          {texts.changed}
        </p>
      )}
      <Refusal error={refused}>
        {!one.isArchived && (
          <Button className="self-start" isBusy={isBusy} onClick={() => archive(true)}>
            {texts.archive}
          </Button>
        )}
      </Refusal>
      <ContractForm
        id={formId}
        schema={Change}
        toInput={() => toChange(form, base)}
        onSubmit={(change) => {
          if (isBusy) return;
          remove.reset();
          if (Object.keys(change).length === 0) onClose();
          else update.mutate({ one, etag, change });
        }}
        error={isExplained(refused) ? null : refused}
      >
        <AttributeFields form={form} onChange={(change) => setForm({ ...form, ...change })} isNew={false} />
      </ContractForm>
      <ConfirmDialog
        isOpen={question.isOpen}
        onClose={question.close}
        onConfirm={() => {
          question.close();
          update.reset();
          remove.mutate({ one, etag });
        }}
        title={texts.remove.title(one.label)}
        description={texts.remove.description}
        confirmLabel={t.common.delete}
        isDanger
      />
    </Drawer>
  );
};

type AttributeDrawerProps = { readonly id: number; readonly onClose: () => void };

export const AttributeDrawer = ({ id, onClose }: AttributeDrawerProps) => {
  const formId = useId();
  const query = useQuery(attributeQuery(id));
  const { data, error } = query;
  if (data !== undefined) return <EditAttribute key={id} {...data} formId={formId} onClose={onClose} />;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Drawer isOpen onClose={onClose} title={isGone ? texts.gone : t.common.loading}>
      {error === null && <SkeletonRows count={6} className="h-9" />}
      {isGone ? <EmptyState title={texts.gone} detail={texts.goneDetail} /> : <LoadError query={query} />}
    </Drawer>
  );
};

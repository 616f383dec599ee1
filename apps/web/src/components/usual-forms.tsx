import { useId } from "react";
import { z } from "zod";
import { useOwnClose } from "../lib/page/use-own-close";
import {
  type Named,
  type UsualResource,
  useUsualCreation,
  useUsualDeletion,
  useUsualOne,
  useUsualUpdate,
} from "../lib/service/usual-resource";
import { t } from "../texts";
import { usualPage } from "../texts/usual-page";
import { Button } from "./button";
import { ContractForm } from "./contract-form";
import { Data } from "./data";
import { Dialog } from "./dialog";
import { FormActions } from "./form-actions";
import { SchemaFields, typedValues } from "./schema-fields";
import { EmptyState, InlineError, LoadError, SkeletonRows } from "./states";

type DialogProps = { readonly resource: UsualResource; readonly onClose: () => void };

/** The form for a new row. */
export const NewDialog = ({ resource, onClose }: DialogProps) => {
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
        onSubmit={(body) => creation.mutate(body)}
        error={creation.error}
      >
        <SchemaFields shape={schemas.create.shape} labels={texts.fields} />
      </ContractForm>
    </Dialog>
  );
};

/**
 * The fields of the form. A change may omit a field, but the form has all of them, so an empty field does not count as
 * omitted.
 */
const fieldsOf = ({ shape }: z.ZodObject): z.core.$ZodLooseShape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, field instanceof z.ZodOptional ? field.unwrap() : field]),
  );

type EditProps = DialogProps & {
  readonly one: Named;
  readonly etag: string;
};

const EditDialog = ({ resource, one, etag, onClose }: EditProps) => {
  const form = useId();
  const { texts, schemas } = resource;
  const close = useOwnClose(onClose, one.id);
  const update = useUsualUpdate(resource, close);
  const deletion = useUsualDeletion(resource, close);
  const shape = fieldsOf(schemas.change);
  const before: Readonly<Record<string, unknown>> = { ...one };
  const save = (typed: Readonly<Record<string, unknown>>) => {
    const change = Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== before[name]));
    if (Object.keys(change).length === 0) onClose();
    else update.mutate({ id: one.id, etag, change });
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

/** The form of an existing row, which can also delete the row. */
export const OpenOne = (props: DialogProps & { readonly id: number }) => {
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

import { MAX_NAME_LENGTH, NewCategory } from "@petstore/contract/schemas";
import { useId } from "react";
import { ContractForm } from "../../components/contract-form";
import { Dialog } from "../../components/dialog";
import { TextField } from "../../components/field";
import { FormActions } from "../../components/form-actions";
import { ApiError, ask } from "../../lib/service/api";
import { useUndoableWrite } from "../../lib/history/use-undoable-write";
import { useOwnClose } from "../../lib/page/use-own-close";
import { t } from "../../texts";

const texts = t.categories.create;

const isTaken = (error: unknown) => error instanceof ApiError && error.code === "name_taken";

export const NewCategoryDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useId();
  const close = useOwnClose(onClose);
  const write = useUndoableWrite({
    send: (body: { readonly name: string }, headers) =>
      ask((api, options) => api.categories.createCategory({ body, headers, ...options })),
    said: (_, { name }) => texts.done(name),
    undone: (_, { name }) => t.history.deleted(name),
    onDone: close,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.action}
      actions={<FormActions form={form} onCancel={onClose} label={texts.submit} isBusy={write.isPending} />}
    >
      <ContractForm
        id={form}
        schema={NewCategory}
        toInput={({ name }) => ({ name })}
        onSubmit={(body) => write.mutate(body)}
        error={isTaken(write.error) ? null : write.error}
      >
        <TextField
          name="name"
          label={texts.name}
          error={isTaken(write.error) ? t.categories.taken : undefined}
          maxLength={MAX_NAME_LENGTH}
          onChange={() => write.isError && write.reset()}
          autoComplete="off"
        />
      </ContractForm>
    </Dialog>
  );
};

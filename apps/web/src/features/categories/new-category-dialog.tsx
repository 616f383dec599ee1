import { MAX_NAME_LENGTH, NewCategory } from "@petstore/contract/schemas";
import { useId } from "react";
import { ContractForm } from "../../components/contract-form";
import { Dialog } from "../../components/dialog";
import { TextField } from "../../components/field";
import { FormActions } from "../../components/form-actions";
import { ApiError, ask } from "../../lib/service/api";
import { undoOfAction } from "../../lib/history/action-undo";
import { announce } from "../../lib/history/undo";
import { useOwnClose } from "../../lib/page/use-own-close";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";

const texts = t.categories.create;

const isTaken = (error: unknown) => error instanceof ApiError && error.code === "category_name_taken";

export const NewCategoryDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const form = useId();
  const close = useOwnClose(onClose);
  const write = useWrite({
    send: async (body: { readonly name: string }, key) => {
      const headers = { "idempotency-key": key, "action-key": key };
      await ask((api, options) => api.categories.createCategory({ body, headers, ...options }));
      return key;
    },
    onSuccess: (key, { name }) => {
      const undo = undoOfAction({ key, size: 1, describe: () => t.history.deleted(name) });
      announce({ title: texts.done(name), undo });
      close();
    },
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

import { type ReactNode, useId } from "react";
import { t } from "../../texts";
import { filtering } from "../../texts/filtering";
import { Data } from "../data";
import { Dialog } from "../dialog";
import { FormActions } from "../form-actions";
import type { FilterFormProps } from "./filter-bar";

type FilterDialogProps = FilterFormProps & { readonly onApply: () => void; readonly children: ReactNode };

/** The dialog that sets a filter: a sheet on the phone. Enter applies it. */
export const FilterDialog = ({ label, isData, onApply, onClose, children }: FilterDialogProps) => {
  const form = useId();
  const title = filtering.title(label);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isData ? <Data>{title}</Data> : title}
      actions={<FormActions form={form} onCancel={onClose} label={t.common.apply} isBusy={false} />}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onApply();
        }}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
    </Dialog>
  );
};

import { t } from "../texts";
import { Button } from "./button";

type FormActionsProps = {
  /** The id of the form that the dialog shows above the buttons. */
  readonly form: string;
  readonly onCancel: () => void;
  readonly label: string;
  readonly isBusy: boolean;
  readonly variant?: "primary" | "danger";
};

/** The buttons of a dialog with a form. */
export const FormActions = ({ form, onCancel, label, isBusy, variant = "primary" }: FormActionsProps) => (
  <>
    <Button onClick={onCancel}>{t.common.cancel}</Button>
    <Button type="submit" form={form} variant={variant} isBusy={isBusy}>
      {label}
    </Button>
  </>
);

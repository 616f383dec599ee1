type CheckChoiceProps = {
  readonly label: string;
  readonly isChecked: boolean;
  readonly isLocked: boolean;
  readonly onChange: (isChecked: boolean) => void;
};

/** A setting of the import that is on or off. */
export const CheckChoice = ({ label, isChecked, isLocked, onChange }: CheckChoiceProps) => (
  <label className="flex min-h-9 items-center gap-2 text-sm">
    <input
      type="checkbox"
      className="size-4.5 accent-accent"
      checked={isChecked}
      disabled={isLocked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
);

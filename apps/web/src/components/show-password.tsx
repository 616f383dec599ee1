type ShowPasswordProps = {
  readonly label: string;
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
};

/** A control for below password fields, because most mistakes happen when people cannot see what they type. */
export const ShowPassword = ({ label, isShown, onChange }: ShowPasswordProps) => (
  <label className="flex items-center gap-2 text-sm">
    <input
      type="checkbox"
      className="size-4.5 accent-accent"
      checked={isShown}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
);

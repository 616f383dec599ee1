import { Switch as BaseSwitch } from "@base-ui/react/switch";

type SwitchProps = {
  readonly label: string;
  readonly help?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

export const Switch = ({ label, help, isOn, onChange }: SwitchProps) => (
  <label className="flex items-start gap-3 text-sm print:hidden">
    <BaseSwitch.Root
      checked={isOn}
      onCheckedChange={onChange}
      // Room for the help below, which must not end under the tabs of the phone when the switch takes the focus.
      className="mt-0.5 scroll-mb-16 inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control-line bg-sunken p-0.5 data-checked:border-accent data-checked:bg-accent forced-colors:data-checked:bg-[Highlight]"
    >
      <BaseSwitch.Thumb className="size-3.5 rounded-full bg-control-line transition-transform data-checked:translate-x-4 data-checked:bg-on-accent forced-colors:bg-[ButtonText] forced-colors:data-checked:bg-[HighlightText]" />
    </BaseSwitch.Root>
    <span className="flex flex-col">
      <span className="font-medium">{label}</span>
      {help !== undefined && <span className="text-muted">{help}</span>}
    </span>
  </label>
);

import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names";
import { usePortalContainer } from "./portal-container";

export const popupClass =
  "z-50 min-w-44 rounded-lg border border-line bg-raised p-1 text-sm text-text shadow-raised outline-none";

type MenuProps = {
  /** The button that opens it; it names the menu. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly align?: "start" | "center" | "end";
  readonly children: ReactNode;
};

export const Menu = ({ trigger, align = "end", children }: MenuProps) => (
  <BaseMenu.Root>
    <BaseMenu.Trigger render={trigger} />
    <BaseMenu.Portal container={usePortalContainer()}>
      <BaseMenu.Positioner sideOffset={4} align={align} className="z-50 outline-none">
        <BaseMenu.Popup className={popupClass}>{children}</BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);

type MenuItemProps = {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
};

const itemClass =
  "flex min-h-9 cursor-default items-center gap-2 rounded-md px-2.5 py-1 outline-none data-disabled:opacity-60 data-highlighted:bg-sunken pointer-coarse:min-h-11";

export const MenuItem = ({ onSelect, icon, isDanger = false, isDisabled = false, children }: MenuItemProps) => (
  <BaseMenu.Item onClick={onSelect} disabled={isDisabled} className={classNames(itemClass, isDanger && "text-danger")}>
    {icon}
    {children}
  </BaseMenu.Item>
);

type RadioProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
};

export const MenuRadio = <Value extends string>({ label, value, options, onChange }: RadioProps<Value>) => (
  <BaseMenu.Group>
    <BaseMenu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-sm text-muted">{label}</BaseMenu.GroupLabel>
    <BaseMenu.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} className={itemClass}>
          <span className="inline-flex size-4 items-center justify-center rounded-full border border-control-line">
            <BaseMenu.RadioItemIndicator className="size-2 rounded-full bg-accent" />
          </span>
          {option.label}
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  </BaseMenu.Group>
);

export const MenuSeparator = () => <BaseMenu.Separator className="my-1 h-px bg-line" />;

type GroupProps = { readonly label: string; readonly children: ReactNode };

export const MenuGroup = ({ label, children }: GroupProps) => (
  <BaseMenu.Group>
    <BaseMenu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-sm text-muted">{label}</BaseMenu.GroupLabel>
    {children}
  </BaseMenu.Group>
);

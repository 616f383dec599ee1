import type { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import { classNames } from "./class-names";

export const popupClass =
  "z-50 min-w-44 rounded-lg border border-line bg-raised p-1 text-sm text-text shadow-raised outline-none";

/** The parts that a menu may contain. */
export type MenuPartList = Pick<
  typeof Menu,
  | "CheckboxItem"
  | "CheckboxItemIndicator"
  | "Group"
  | "GroupLabel"
  | "Item"
  | "RadioGroup"
  | "RadioItem"
  | "RadioItemIndicator"
  | "Separator"
>;

/** Base UI's menu is loaded when a menu is first opened, so the contents of menus get its parts from this context. */
export const MenuParts = createContext<MenuPartList | undefined>(undefined);

export const useMenuParts = (): MenuPartList => {
  const parts = use(MenuParts);
  if (parts === undefined) throw new Error("A menu item must be inside a menu.");
  return parts;
};

type MenuItemProps = {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
};

const itemClass =
  "flex min-h-9 cursor-default items-center gap-2 rounded-md px-2.5 py-1 outline-none data-disabled:opacity-60 data-highlighted:highlighted pointer-coarse:min-h-11";

export const MenuItem = ({ onSelect, icon, isDanger = false, isDisabled = false, children }: MenuItemProps) => {
  const { Item } = useMenuParts();
  return (
    <Item onClick={onSelect} disabled={isDisabled} className={classNames(itemClass, isDanger && "text-danger")}>
      {icon}
      {children}
    </Item>
  );
};

type GroupProps = { readonly label: string; readonly children: ReactNode };

export const MenuGroup = ({ label, children }: GroupProps) => {
  const { Group, GroupLabel } = useMenuParts();
  return (
    <Group>
      <GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs text-muted">{label}</GroupLabel>
      {children}
    </Group>
  );
};

type RadioProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
};

export const MenuRadio = <Value extends string>({ label, value, options, onChange }: RadioProps<Value>) => {
  const { RadioGroup, RadioItem, RadioItemIndicator } = useMenuParts();
  return (
    <MenuGroup label={label}>
      <RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <RadioItem key={option.value} value={option.value} className={itemClass}>
            <span className="inline-flex size-4 items-center justify-center rounded-full border border-control-line">
              <RadioItemIndicator className="size-2 rounded-full bg-accent forced-colors:bg-[CanvasText]" />
            </span>
            {option.label}
          </RadioItem>
        ))}
      </RadioGroup>
    </MenuGroup>
  );
};

type CheckboxProps = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
};

/** A choice that can be combined with others. The menu stays open for the next one. */
export const MenuCheckbox = ({ isOn, onChange, children }: CheckboxProps) => {
  const { CheckboxItem, CheckboxItemIndicator } = useMenuParts();
  return (
    <CheckboxItem checked={isOn} onCheckedChange={onChange} className={itemClass}>
      <span className="inline-flex size-4 shrink-0 items-center justify-center rounded border border-control-line">
        <CheckboxItemIndicator className="inline-flex">
          <Check aria-hidden size={14} />
        </CheckboxItemIndicator>
      </span>
      {children}
    </CheckboxItem>
  );
};

export const MenuSeparator = () => {
  const { Separator } = useMenuParts();
  return <Separator className="my-1 h-px bg-line" />;
};

import { Button as BaseButton } from "@base-ui/react/button";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

const variants = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong border-transparent",
  secondary: "bg-surface text-text border-control-line hover:bg-sunken",
  danger: "bg-danger text-on-danger hover:bg-danger-strong border-transparent",
  quiet: "bg-transparent text-text border-transparent hover:bg-sunken",
} as const;

export type ButtonVariant = keyof typeof variants;

export const buttonClass = (variant: ButtonVariant = "secondary"): string =>
  classNames(
    "inline-flex min-h-9 items-center justify-center gap-2 rounded-md border px-3 py-1 text-sm font-medium select-none",
    "pointer-coarse:min-h-11 data-disabled:opacity-60 print:hidden [&>svg]:shrink-0",
    variants[variant],
  );

type ButtonProps = Omit<ComponentProps<typeof BaseButton>, "className"> & {
  readonly variant?: ButtonVariant;
  readonly icon?: ReactNode;
  /** True while the action is running: the button then keeps the focus and does nothing. */
  readonly isBusy?: boolean;
  readonly className?: string;
};

export const Button = ({ variant, icon, isBusy = false, disabled, className, children, ...rest }: ButtonProps) => (
  <BaseButton
    {...rest}
    disabled={isBusy || disabled === true}
    focusableWhenDisabled={isBusy}
    aria-busy={isBusy || undefined}
    className={classNames(buttonClass(variant), className)}
  >
    {icon}
    {children}
  </BaseButton>
);

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "aria-label" | "title"> & {
  /** The accessible name of the button, which is also its tooltip. */
  readonly label: string;
  /** The icon. */
  readonly children?: ReactNode;
};

export const IconButton = ({ label, variant = "quiet", className, children, ...rest }: IconButtonProps) => (
  <Button
    {...rest}
    variant={variant}
    aria-label={label}
    title={label}
    className={classNames("min-w-9 px-0! pointer-coarse:min-w-11", className)}
  >
    {children}
  </Button>
);

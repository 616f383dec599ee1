import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { useDocumentTitle } from "../lib/page/document-title";
import { keepKeysAfter } from "../lib/page/keys-after-escape";
import { t } from "../texts";
import { Button, IconButton } from "./button";
import { classNames } from "./class-names";
import { usePortalContainer } from "./portal-container";

const backdrop =
  "fixed inset-0 z-50 print:hidden bg-[#0009] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

const sizes = { small: "sm:max-w-md", medium: "sm:max-w-2xl", large: "sm:max-w-5xl" } as const;

const popup =
  "fixed inset-x-0 bottom-0 z-50 mx-auto flex print:hidden max-h-[92dvh] w-full flex-col rounded-t-xl border border-line bg-raised shadow-raised outline-none transition-[opacity,translate] duration-150 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-0 sm:m-auto sm:h-fit sm:rounded-xl";

export type DialogProps = {
  readonly isOpen: boolean;
  /** Closes the dialog. Without this, the person cannot leave it. */
  readonly onClose?: () => void;
  /** Text that people typed must be inside `Data`. */
  readonly title: ReactNode;
  readonly description?: string;
  readonly size?: keyof typeof sizes;
  readonly children: ReactNode;
  /** The buttons. The main button is the last one. */
  readonly actions?: ReactNode;
  /**
   * The element that gets the focus afterwards, if the one that opened the dialog may be gone by then. Null leaves the
   * choice to the dialog.
   */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
};

type HeadProps = Pick<DialogProps, "title" | "description" | "onClose"> & {
  /** It is shown before the button that closes the dialog. */
  readonly tools?: ReactNode;
};

const Head = ({ title, description, onClose, tools }: HeadProps) => (
  <header className="flex items-start gap-1 border-b border-line px-4 py-3 sm:px-5">
    <div className="min-w-0 flex-1 self-center pr-2">
      <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
      {description !== undefined && (
        <BaseDialog.Description className="mt-0.5 text-sm text-muted">{description}</BaseDialog.Description>
      )}
    </div>
    {tools}
    {onClose !== undefined && (
      <BaseDialog.Close render={<IconButton label={t.common.close} />}>
        <X aria-hidden size={18} />
      </BaseDialog.Close>
    )}
  </header>
);

const Body = ({ children }: { readonly children: ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-5">{children}</div>
);

const Actions = ({ children }: { readonly children: ReactNode }) => (
  <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 sm:px-5">{children}</footer>
);

type Change = { readonly reason: string; readonly event: Event };

/** Returns what a dialog does when a person closes it. Without `onClose`, it stays. */
const closing = (onClose: (() => void) | undefined) => (isOpen: boolean, change: Change) => {
  if (isOpen || onClose === undefined) return;
  if (change.reason === "escape-key") keepKeysAfter(change.event);
  onClose();
};

type FrameProps = Omit<ComponentProps<typeof BaseDialog.Popup>, "title"> &
  Pick<DialogProps, "isOpen" | "actions"> & { readonly head: HeadProps };

const Frame = ({ isOpen, head, children, actions, ...popupProps }: FrameProps) => (
  <BaseDialog.Root open={isOpen} onOpenChange={closing(head.onClose)}>
    <BaseDialog.Portal container={usePortalContainer()}>
      <BaseDialog.Backdrop className={backdrop} />
      <BaseDialog.Popup {...popupProps}>
        <Head {...head} />
        <Body>{children}</Body>
        {actions !== undefined && <Actions>{actions}</Actions>}
      </BaseDialog.Popup>
    </BaseDialog.Portal>
  </BaseDialog.Root>
);

/**
 * A modal window: a sheet on the phone. The control with `data-initial-focus` gets the focus first, or else the first
 * field, but not the button that closes the dialog. `autoFocus` would take the focus before the dialog has noted where
 * to return it.
 */
export const Dialog = ({ isOpen, size = "small", children, actions, finalFocus, ...head }: DialogProps) => {
  const box = useRef<HTMLDivElement>(null);
  const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
  return (
    <Frame
      isOpen={isOpen}
      head={head}
      actions={actions}
      data-sheet
      ref={box}
      // On a touch screen, a focused field would open the keyboard over the dialog.
      initialFocus={(by) =>
        find("[data-initial-focus]") ?? (by === "touch" ? null : find("input, select, textarea")) ?? true
      }
      className={classNames(popup, sizes[size])}
      {...(finalFocus && { finalFocus })}
    >
      {children}
    </Frame>
  );
};

type DrawerProps = Omit<DialogProps, "size" | "finalFocus"> &
  HeadProps & {
    /** The element that gets the focus first. The default is the first control. */
    readonly initialFocus?: ComponentProps<typeof BaseDialog.Popup>["initialFocus"];
    /** The name of the item in the drawer, for the title of the document, as soon as the name is known. */
    readonly name?: string | undefined;
  };

/** A {@link Dialog} at the right edge. The list that it belongs to stays visible. */
export const Drawer = ({ isOpen, children, actions, initialFocus, name, ...head }: DrawerProps) => {
  useDocumentTitle(name, true);
  return (
    <Frame
      isOpen={isOpen}
      head={head}
      actions={actions}
      data-drawer
      {...(initialFocus !== undefined && { initialFocus })}
      className="fixed inset-y-0 right-0 z-50 flex w-full max-w-xl flex-col border-l border-line bg-raised shadow-raised outline-none transition-[opacity,translate] duration-150 data-ending-style:translate-x-8 data-ending-style:opacity-0 data-starting-style:translate-x-8 data-starting-style:opacity-0"
    >
      {children}
    </Frame>
  );
};

type ConfirmProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  /** Says what will happen, and whether it can be undone. */
  readonly description: string;
  readonly confirmLabel: string;
  /** Replaces "Cancel" if that word could mean the action itself. */
  readonly cancelLabel?: string;
  readonly isDanger?: boolean;
  readonly isBusy?: boolean;
  readonly children?: ReactNode;
};

/** Asks before an action that cannot be undone. */
export const ConfirmDialog = (props: ConfirmProps) => (
  <AlertDialog.Root open={props.isOpen} onOpenChange={closing(props.onClose)}>
    <AlertDialog.Portal container={usePortalContainer()}>
      {/* The backdrop must show over another dialog too. Without it, the question cannot be told from the dialog that
          it is about. */}
      <AlertDialog.Backdrop forceRender className={backdrop} />
      <AlertDialog.Popup data-sheet className={classNames(popup, sizes.small)}>
        <div className="flex flex-col gap-2 overflow-y-auto p-5">
          <AlertDialog.Title className="text-lg font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-muted">{props.description}</AlertDialog.Description>
          {props.children}
        </div>
        <Actions>
          <AlertDialog.Close render={<Button variant="secondary" />}>
            {props.cancelLabel ?? t.common.cancel}
          </AlertDialog.Close>
          <Button
            variant={props.isDanger === true ? "danger" : "primary"}
            isBusy={props.isBusy ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </Actions>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);

import { PreviewCard } from "@base-ui/react/preview-card";
import { type ReactElement, type ReactNode, useId, useState } from "react";
import { usePortalContainer } from "./portal-container";

type HintProps = {
  /**
   * The link that has the hint. Without a link it is a button that opens the hint, which is the only way on a touch
   * screen.
   */
  readonly link?: ReactElement;
  readonly hint: ReactNode;
  readonly children: ReactNode;
};

/** Shows a name, and more about it on hover, on focus and, if it is not a link, on touch. */
export const Hint = ({ link, hint, children }: HintProps) => {
  const id = useId();
  const container = usePortalContainer();
  const [isOpen, setIsOpen] = useState(false);
  const button = (
    <button
      type="button"
      className="max-w-full cursor-help text-left underline decoration-dotted underline-offset-2 print:no-underline"
    />
  );
  return (
    <PreviewCard.Root open={isOpen} onOpenChange={setIsOpen}>
      <PreviewCard.Trigger
        render={link ?? button}
        aria-describedby={isOpen ? id : undefined}
        onClick={() => setIsOpen(link === undefined)}
      >
        {children}
      </PreviewCard.Trigger>
      <PreviewCard.Portal container={container}>
        <PreviewCard.Positioner side="top" align="start" sideOffset={4} className="z-50">
          <PreviewCard.Popup
            id={id}
            className="max-w-(--available-width) rounded-lg border border-line bg-raised px-3 py-2 text-sm wrap-anywhere text-text shadow-raised"
          >
            {hint}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
};

import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "../../components/class-names";

type DisclosureProps = {
  readonly label: string;
  /** The subject of the label. Only screen readers read it, because the page shows it above the button. */
  readonly about?: string | undefined;
  /** True if the hidden part needs the attention of the person. */
  readonly isUrgent?: boolean;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly children: ReactNode;
};

/** A button that shows and hides what is below it. What is hidden is not drawn, so it may be long. */
export const Disclosure = ({ label, about, isUrgent = false, isOpen, onOpenChange, children }: DisclosureProps) => {
  const id = useId();
  const said = about === undefined ? "" : ` ${about}`;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpenChange(!isOpen)}
        className={classNames(
          "-ml-1 flex min-h-9 items-center gap-1 self-start rounded-md px-1 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11",
          isUrgent ? "font-medium text-danger" : "text-muted",
        )}
      >
        <ChevronRight aria-hidden size={16} className={classNames("shrink-0", isOpen && "rotate-90")} />
        <span>
          {label}
          <span translate="no" className="sr-only">
            {said}
          </span>
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="flex min-w-0 flex-col gap-2">
        {isOpen && children}
      </div>
    </div>
  );
};

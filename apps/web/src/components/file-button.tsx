import type { ReactNode } from "react";
import { buttonClass, type ButtonVariant } from "./button";
import { classNames } from "./class-names";

type FileButtonProps = {
  readonly accept: string;
  readonly onChoose: (files: readonly File[]) => void;
  readonly variant?: ButtonVariant;
  readonly isMultiple?: boolean;
  /** True to open the camera of a phone instead of its files. */
  readonly isCamera?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Opens the browser's own dialog for files. */
export const FileButton = (props: FileButtonProps) => {
  const { accept, onChoose, variant, isMultiple = false, isCamera = false, className, children } = props;
  return (
    <label
      className={classNames(
        buttonClass(variant),
        "relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        className,
      )}
    >
      {children}
      <input
        type="file"
        accept={accept}
        multiple={isMultiple}
        {...(isCamera && { capture: "environment" as const })}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Without this, the browser would ignore the same file after the person has corrected it.
          target.value = "";
          if (files.length > 0) onChoose(files);
        }}
      />
    </label>
  );
};

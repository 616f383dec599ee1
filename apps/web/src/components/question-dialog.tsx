import type { ComponentProps } from "react";
import type { useQuestion } from "../lib/session/use-question";
import { ConfirmDialog } from "./dialog";
import { InlineError } from "./states";

type Write = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly mutate: (input: undefined) => void;
};

type QuestionDialogProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  "title" | "description" | "confirmLabel" | "isDanger"
> & {
  readonly question: ReturnType<typeof useQuestion>;
  readonly write: Write;
  /** Explains an error in its own words. */
  readonly explain?: (error: unknown) => unknown;
};

/** Asks before a write. It stays open while the write runs, and shows why it failed. */
export const QuestionDialog = ({ question, write, explain = (error) => error, ...texts }: QuestionDialogProps) => (
  <ConfirmDialog
    {...texts}
    isOpen={question.isOpen}
    onClose={question.close}
    onConfirm={() => write.mutate(undefined)}
    isBusy={write.isPending}
  >
    {write.isError && <InlineError error={explain(write.error)} />}
  </ConfirmDialog>
);

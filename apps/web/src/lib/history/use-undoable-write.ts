import { useWrite } from "../service/use-write";
import { undoOfAction } from "./action-undo";
import { announce } from "./undo";

type KeyHeaders = { readonly "action-key": string; readonly "idempotency-key": string };

type UndoableOptions<Input, Output> = {
  /** @param headers - The headers of a creation. A change sends only the `Action-Key`. */
  readonly send: (input: Input, headers: KeyHeaders) => Promise<Output>;
  /** Says what was done. */
  readonly said: (output: Output, input: Input) => string;
  /** Says what an undo has restored. */
  readonly undone: (output: Output, input: Input) => string;
  readonly onDone?: (output: Output, input: Input) => void;
  readonly onError?: (error: unknown, input: Input) => void;
};

/** A change of one subject that the service can undo. A person undoes it with the notice about it, or with Ctrl+Z. */
export const useUndoableWrite = <Input, Output>({
  send,
  said,
  undone,
  onDone,
  onError,
}: UndoableOptions<Input, Output>) =>
  useWrite({
    send: async (input: Input, key) => ({
      key,
      output: await send(input, { "action-key": key, "idempotency-key": key }),
    }),
    onSuccess: ({ key, output }, input) => {
      const undo = undoOfAction({ key, size: 1, describe: () => undone(output, input) });
      announce({ title: said(output, input), undo });
      onDone?.(output, input);
    },
    ...(onError !== undefined && { onError }),
  });

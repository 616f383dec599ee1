import { useState } from "react";

type Write = { readonly isError: boolean; readonly reset: () => void };

/**
 * The state of a question that is asked before a write. When it is opened again, it does not show the error of the
 * previous attempt.
 */
export const useQuestion = ({ isError, reset }: Write) => {
  const [isOpen, setIsOpen] = useState(false);
  return {
    isOpen,
    ask: () => {
      // A running write continues, because it must not be sent twice.
      if (isError) reset();
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
  };
};

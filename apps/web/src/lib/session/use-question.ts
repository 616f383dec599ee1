import { useState } from "react";

type Write = { readonly isError: boolean; readonly reset: () => void };

/** The question before a write. Asked again, it shows nothing of the failure of a try before. */
export const useQuestion = ({ isError, reset }: Write) => {
  const [isOpen, setIsOpen] = useState(false);
  return {
    isOpen,
    ask: () => {
      // A write that is running continues, because it must not be sent twice.
      if (isError) reset();
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
  };
};

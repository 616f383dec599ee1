import { useEffect, useRef } from "react";

/** Tells an answer, which may come when a form already shows another row or is gone, whether it still shows this one. */
export const useShown = (id: number) => {
  const shown = useRef<number>(undefined);
  useEffect(() => {
    shown.current = id;
    return () => {
      shown.current = undefined;
    };
  }, [id]);
  return {
    isShown: (one: number): boolean => shown.current === one,
    leave: () => {
      shown.current = undefined;
    },
  };
};

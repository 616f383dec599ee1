import { useEffect, useState } from "react";

/** Returns a value as soon as it has stayed the same for a moment. An empty value is returned at once. */
export const useSettled = (value: string, ms: number): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return value === "" ? "" : settled;
};

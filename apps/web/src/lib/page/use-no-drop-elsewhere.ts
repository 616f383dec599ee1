import { useEffect } from "react";

const ignore = (event: Event) => event.preventDefault();

/** Ignores a file dropped beside the box, for which the browser would leave the page. */
export const useNoDropElsewhere = (): void =>
  useEffect(() => {
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);

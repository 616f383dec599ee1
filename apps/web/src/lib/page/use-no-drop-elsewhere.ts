import { useEffect } from "react";

const ignore = (event: Event) => event.preventDefault();

/** Ignores a file that is dropped beside the box. Otherwise the browser would leave the page to show the file. */
export const useNoDropElsewhere = (): void =>
  useEffect(() => {
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);

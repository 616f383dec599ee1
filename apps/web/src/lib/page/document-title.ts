import { useEffect } from "react";
import { t } from "../../texts";
import { useStoreDetails } from "../store/store-settings";

type Part = { readonly text: string; readonly isInner: boolean };

const parts = new Set<Part>();

const show = (program: string) => {
  const [inner, outer] = [true, false].map((isInner) => [...parts].findLast((part) => part.isInner === isInner)?.text);
  const page = [outer, program].filter((text) => text !== undefined).join(" · ");
  document.title = inner === undefined ? page : t.common.openOn(inner, page);
};

/**
 * Sets the title of the document: "Bella · Animals · Pet Store".
 * @param isInner - Whether the text names something that is open on a page, and not the page itself.
 */
export const useDocumentTitle = (text: string | undefined, isInner = false): void => {
  const { name } = useStoreDetails();
  const program = name ?? t.common.appName;
  useEffect(() => {
    if (text === undefined) return undefined;
    const part = { text, isInner };
    parts.add(part);
    show(program);
    return () => {
      parts.delete(part);
      // The next page sets its own title. Until then the previous title stays.
      if (isInner) show(program);
    };
  }, [text, isInner, program]);
};

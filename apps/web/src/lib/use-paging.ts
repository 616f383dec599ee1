import { useEffect, useEffectEvent } from "react";
import { t } from "../texts";
import { ApiError } from "./api-error";
import type { PageCursors } from "./page-links";
import { useShortcut } from "./shortcuts";

type Places<Place> = { readonly prev: Place | undefined; readonly next: Place | undefined };

/** Turns the pages of a list by `[`, `]` and its pager. @returns what the pager needs */
export const usePageKeys = <Place>({ prev, next }: Places<Place>, goTo: (place: Place | undefined) => void) => {
  const [hasPrevious, hasNext] = [prev !== undefined, next !== undefined];
  const [onPrevious, onNext] = [() => goTo(prev), () => goTo(next)];
  useShortcut("[", t.common.previousPage, onPrevious, { isEnabled: hasPrevious });
  useShortcut("]", t.common.nextPage, onNext, { isEnabled: hasNext });
  return { hasPrevious, hasNext, onPrevious, onNext };
};

/** The query of a page of a listing. */
type PageQuery = { readonly data: { readonly cursors: PageCursors } | undefined; readonly error: unknown };

/** @param cursor - Of the page that the address asks for; without it, the first. */
export const usePaging = (
  { data, error }: PageQuery,
  cursor: string | undefined,
  goTo: (cursor: string | undefined) => void,
) => {
  // A cursor of other filters, or of an older version of the service: the list still has a first page.
  const isLost = error instanceof ApiError && error.status === 400 && cursor !== undefined;
  const goToFirst = useEffectEvent(() => goTo(undefined));
  useEffect(() => {
    if (isLost) goToFirst();
  }, [isLost]);
  return usePageKeys({ prev: data?.cursors.prev, next: data?.cursors.next }, goTo);
};

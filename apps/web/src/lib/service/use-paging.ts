import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { t } from "../../texts";
import { ApiError } from "./api-error";
import type { pageQuery } from "./page-query";
import { useShortcut } from "../page/shortcuts";

type Places<Place> = { readonly prev: Place | undefined; readonly next: Place | undefined };

/** Turns the pages of a list with `[`, `]` and its pager. @returns the props of the pager */
export const usePageKeys = <Place>({ prev, next }: Places<Place>, goTo: (place: Place | undefined) => void) => {
  const [hasPrevious, hasNext] = [prev !== undefined, next !== undefined];
  const [onPrevious, onNext] = [() => goTo(prev), () => goTo(next)];
  useShortcut("[", t.common.previousPage, onPrevious, { isEnabled: hasPrevious });
  useShortcut("]", t.common.nextPage, onNext, { isEnabled: hasNext });
  return { hasPrevious, hasNext, onPrevious, onNext };
};

/**
 * Returns the page of a listing that the address asks for, and the props of its pager.
 * @param cursor - The cursor of the page; without it, the first page.
 */
export const usePage = <Row>(
  options: ReturnType<typeof pageQuery<Row>>,
  cursor: string | undefined,
  goTo: (cursor: string | undefined) => void,
) => {
  const query = useQuery(options);
  const { data, error } = query;
  // The cursor may belong to other filters, or to an older version of the service. The list still has a first page.
  const isLost = error instanceof ApiError && error.status === 400 && cursor !== undefined;
  const goToFirst = useEffectEvent(() => goTo(undefined));
  useEffect(() => {
    if (isLost) goToFirst();
  }, [isLost]);
  const pager = usePageKeys({ prev: data?.cursors.prev, next: data?.cursors.next }, goTo);
  return { query, pager };
};

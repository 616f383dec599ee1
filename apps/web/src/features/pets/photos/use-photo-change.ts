import type { Photo, PhotoChange } from "@petstore/contract/client";
import { useEffect, useRef, useState } from "react";
import { notifyFailure } from "../../../lib/page/notices";
import { queryClient } from "../../../lib/service/query-client";
import { useWrite } from "../../../lib/service/use-write";
import { asShown, changePhoto } from "./photo-writes";
import { photosQuery } from "./queries";

/** Reports a failed change and fetches the photos again, because the change was already shown. */
export const failPhoto = ({ petId }: Photo, error: unknown, retry: () => void): void => {
  void queryClient.invalidateQueries({ queryKey: photosQuery(petId).queryKey });
  notifyFailure(error, retry);
};

type Edit = { readonly photo: Photo; readonly change: PhotoChange };

/** @param retry - Runs instead of sending the same change again. */
export const usePhotoChange = (retry?: () => void) => {
  const write = useWrite({
    send: ({ photo, change }: Edit) => changePhoto(photo, change),
    onError: (error, edit) => failPhoto(edit.photo, error, retry ?? (() => write.mutate(edit))),
    // The changes are sent one after the other, so the last one wins.
    scope: "photos",
  });
  return write;
};

type Field = "alt" | "focalPoint";

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps a field of a photo while it is typed, and saves it when the person moves on, even while an earlier save runs.
 * @returns the text that is not saved yet, a function that changes it, and one that saves it
 */
export const usePhotoField = <Typed>(photo: Photo, name: Field, toValue: (typed: Typed) => Photo[Field]) => {
  const [typed, setTyped] = useState<Typed>();
  const latest = useRef<() => void>(undefined);
  // A retry sends the newest text, because an older one must not overwrite it.
  const write = usePhotoChange(() => latest.current?.());
  const save = (last = typed) => {
    if (last === undefined) return;
    const value = toValue(last);
    const forget = () => setTyped((now) => (now === last ? undefined : now));
    const sent = write.isPending ? write.variables.change : asShown(photo);
    if (!isSame(value, sent[name])) write.mutate({ photo, change: { [name]: value } }, { onSuccess: forget });
    else if (!write.isPending) forget();
  };
  useEffect(() => {
    latest.current = () => save();
  });
  return { typed, change: setTyped, save };
};

import type { Photo, PhotoChange } from "@petstore/contract/client";
import { useEffect, useRef, useState } from "react";
import { notifyFailure } from "../../../lib/page/notices";
import { queryClient } from "../../../lib/service/query-client";
import { useWrite } from "../../../lib/service/use-write";
import { asShown, changePhoto } from "./photo-writes";
import { photosQuery } from "./queries";

/** What was shown at once, but failed, is asked for again. */
export const failPhoto = ({ petId }: Photo, error: unknown, retry: () => void): void => {
  void queryClient.invalidateQueries({ queryKey: photosQuery(petId).queryKey });
  notifyFailure(error, retry);
};

type Edit = { readonly photo: Photo; readonly change: PhotoChange };

/** @param retry - What another try sends, if not the same. */
export const usePhotoChange = (retry?: () => void) => {
  const write = useWrite({
    send: ({ photo, change }: Edit) => changePhoto(photo, change),
    onError: (error, edit) => failPhoto(edit.photo, error, retry ?? (() => write.mutate(edit))),
    // What was changed last is what stays.
    scope: "photos",
  });
  return write;
};

type Field = "alt" | "focalPoint";

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A field of a photo that is saved when the person goes on, also while an earlier save runs.
 * @returns what is not saved yet, as it was typed; how it changes; and what saves it
 */
export const usePhotoField = <Typed>(photo: Photo, name: Field, toValue: (typed: Typed) => Photo[Field]) => {
  const [typed, setTyped] = useState<Typed>();
  const latest = useRef<() => void>(undefined);
  // An older text must not be sent over the one that is there by then.
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

import type { Photo } from "@petstore/contract/client";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/dialog";
import { queryClient } from "../../../lib/service/query-client";
import { useWrite } from "../../../lib/service/use-write";
import { t } from "../../../texts";
import { erasePhoto } from "./photo-writes";
import { photosQuery } from "./queries";
import { failPhoto } from "./use-photo-change";

const texts = t.photos;

/** Asks before an image is erased for ever. @returns the dialog, and the function that opens it */
export const useErase = (onEmpty: () => void) => {
  const [asked, setAsked] = useState<{ readonly photo: Photo; readonly place: number }>();
  const [isAsking, setIsAsking] = useState(false);
  const write = useWrite({
    send: (photo: Photo) => erasePhoto(photo),
    onSuccess: (_, { petId }) => {
      if (queryClient.getQueryData(photosQuery(petId).queryKey)?.length === 0) onEmpty();
    },
    onError: (error, photo) => failPhoto(photo, error, () => write.mutate(photo)),
  });
  return {
    isPending: write.isPending,
    ask: (photo: Photo, place: number) => {
      setAsked({ photo, place });
      setIsAsking(true);
    },
    dialog: asked && (
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          write.mutate(asked.photo);
        }}
        title={texts.erase.title(asked.place)}
        description={texts.erase.description}
        confirmLabel={texts.erase.confirm}
        isDanger
      />
    ),
  };
};

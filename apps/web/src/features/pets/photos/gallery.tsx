import type { Photo } from "@petstore/contract/client";
import { useState } from "react";
import { classNames } from "../../../components/class-names";
import { PhotoImage } from "../../../components/photo-image";
import { moved } from "../../../lib/pets/moved";
import { useHasRole } from "../../../lib/session/roles";
import { useDragOrder } from "../../../lib/page/use-drag-order";
import { useWrite } from "../../../lib/service/use-write";
import { t } from "../../../texts";
import { AltField } from "./alt-field";
import { FocalPicker } from "./focal-picker";
import { Tools } from "./photo-tools";
import { deletePhoto, showPhotos } from "./photo-writes";
import { useErase } from "./use-erase";
import { failPhoto, usePhotoChange } from "./use-photo-change";

const texts = t.photos;

type ThumbnailsProps = {
  readonly photos: readonly Photo[];
  readonly at: number;
  readonly onShow: (photo: Photo) => void;
  readonly onMove: (from: number, to: number) => void;
};

/** Shows all photos in their order. The mouse can drag them into another order, while a finger scrolls over them. */
const Thumbnails = ({ photos, at, onShow, onMove }: ThumbnailsProps) => {
  const { drag, handle } = useDragOrder(onMove);
  const edgeOf = (place: number) => {
    if (drag === undefined || drag.to !== place || drag.to === drag.from) return undefined;
    return drag.to > drag.from ? "shadow-[3px_0] shadow-accent" : "shadow-[-3px_0] shadow-accent";
  };
  return (
    <ol aria-label={texts.list} data-drag-list="grid" className="flex flex-wrap gap-2">
      {photos.map((photo, place) => {
        const { onPointerDown, ...others } = handle(place);
        const alt = photo.alt ?? texts.noAlt;
        return (
          <li
            key={photo.id}
            className={classNames("flex rounded-md", drag?.from === place && "opacity-50", edgeOf(place))}
          >
            <button
              type="button"
              aria-label={texts.show(place + 1, alt)}
              aria-pressed={place === at}
              title={alt}
              className="rounded-md outline-offset-2 select-none aria-pressed:outline-2 aria-pressed:outline-accent"
              onClick={() => onShow(photo)}
              onPointerDown={(event) => {
                if (event.pointerType === "mouse") onPointerDown(event);
              }}
              {...others}
            >
              <PhotoImage photo={photo} alt="" sizes="3.5rem" className="size-14 rounded-md" isLazy />
            </button>
          </li>
        );
      })}
    </ol>
  );
};

type GalleryProps = {
  /** The photos. There is at least one. */
  readonly photos: readonly Photo[];
  /** Called when the last photo is gone. */
  readonly onEmpty: () => void;
};

/** Shows one photo large, with its actions, and all photos small. */
export const Gallery = ({ photos, onEmpty }: GalleryProps) => {
  const [shown, setShown] = useState<number>();
  const [said, setSaid] = useState("");
  const [aimed, setAimed] = useState<number>();
  const isOwner = useHasRole("owner");
  const change = usePhotoChange();
  const remove = useWrite({
    send: (photo: Photo) => deletePhoto(photo),
    onError: (error, photo) => failPhoto(photo, error, () => remove.mutate(photo)),
  });
  const erase = useErase(onEmpty);
  const isBusy = change.isPending || remove.isPending || erase.isPending;
  const at = Math.max(
    0,
    photos.findIndex(({ id }) => id === shown),
  );
  const photo = photos[at];
  if (photo === undefined) return null;
  const alt = photo.alt ?? texts.photo(at + 1);
  const isAiming = aimed === photo.id;
  const move = (from: number, to: number) => {
    const one = photos[from];
    const ordered = moved(photos, from, to);
    if (one === undefined || ordered === photos || isBusy) return;
    setShown(one.id);
    setSaid(texts.movedTo(to + 1, photos.length));
    showPhotos(one.petId, () => ordered);
    change.mutate({ photo: one, change: { position: to + 1 } });
  };
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isAiming ? (
        <FocalPicker photo={photo} alt={alt} />
      ) : (
        <PhotoImage
          photo={photo}
          alt={alt}
          sizes="(min-width: 40rem) 32rem, 100vw"
          className="aspect-3/2 w-full rounded-xl"
        />
      )}
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Thumbnails
          photos={photos}
          at={at}
          onShow={({ id }) => {
            setShown(id);
            setAimed(undefined);
          }}
          onMove={move}
        />
        <Tools
          photos={photos}
          at={at}
          isBusy={isBusy}
          isAiming={isAiming}
          onMove={move}
          onAim={() => setAimed(isAiming ? undefined : photo.id)}
          onTurn={() => {
            const turns = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;
            change.mutate({ photo, change: { rotation: turns[photo.rotation] } });
          }}
          onDelete={() => {
            setShown((photos[at + 1] ?? photos[at - 1])?.id);
            remove.mutate(photo);
            if (photos.length === 1) onEmpty();
          }}
          onErase={isOwner ? () => erase.ask(photo, at + 1) : undefined}
        />
      </div>
      <AltField key={photo.id} photo={photo} />
      {erase.dialog}
    </>
  );
};

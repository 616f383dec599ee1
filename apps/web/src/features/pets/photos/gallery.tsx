import type { Photo, PhotoChange } from "@petstore/contract/client";
import { ArrowLeft, ArrowRight, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../components/button";
import { classNames } from "../../../components/class-names";
import { TextField } from "../../../components/field";
import { PhotoImage } from "../../../components/photo-image";
import { moved } from "../../../lib/moved";
import { notifyFailure } from "../../../lib/notices";
import { queryClient } from "../../../lib/query-client";
import { useDragOrder } from "../../../lib/use-drag-order";
import { useWrite } from "../../../lib/use-write";
import { t } from "../../../texts";
import { changePhoto, deletePhoto, showPhotos } from "./photo-writes";
import { photosQuery } from "./queries";

const texts = t.photos;

type Edit = { readonly photo: Photo; readonly change: PhotoChange };

/** What was shown at once, but failed, is asked for again. */
const fail = ({ petId }: Photo, error: unknown, retry: () => void) => {
  void queryClient.invalidateQueries({ queryKey: photosQuery(petId).queryKey });
  notifyFailure(error, retry);
};

const useChange = () => {
  const write = useWrite({
    send: ({ photo, change }: Edit) => changePhoto(photo, change),
    onError: (error, edit) => fail(edit.photo, error, () => write.mutate(edit)),
  });
  return write;
};

/** Saves what is typed when the person goes on. */
const AltField = ({ photo }: { readonly photo: Photo }) => {
  const [typed, setTyped] = useState<string>();
  const write = useChange();
  const save = () => {
    const alt = typed?.trim() || null;
    if (typed === undefined || write.isPending) return;
    if (alt === photo.alt) setTyped(undefined);
    else write.mutate({ photo, change: { alt } }, { onSuccess: () => setTyped(undefined) });
  };
  return (
    <form
      className="print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        name="alt"
        label={texts.alt}
        help={photo.alt === null ? `${texts.altMissing} ${texts.altHelp}` : texts.altHelp}
        value={typed ?? photo.alt ?? ""}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
      />
    </form>
  );
};

type ToolsProps = {
  readonly photos: readonly Photo[];
  readonly at: number;
  readonly isBusy: boolean;
  readonly onMove: (from: number, to: number) => void;
  readonly onTurn: () => void;
  readonly onDelete: () => void;
};

const Tools = ({ photos, at, isBusy, onMove, onTurn, onDelete }: ToolsProps) => (
  <span className="flex text-muted">
    <IconButton
      label={texts.earlier(at + 1)}
      isBusy={isBusy}
      disabled={at === 0}
      focusableWhenDisabled
      onClick={() => onMove(at, at - 1)}
    >
      <ArrowLeft aria-hidden size={16} />
    </IconButton>
    <IconButton
      label={texts.later(at + 1)}
      isBusy={isBusy}
      disabled={at === photos.length - 1}
      focusableWhenDisabled
      onClick={() => onMove(at, at + 1)}
    >
      <ArrowRight aria-hidden size={16} />
    </IconButton>
    <IconButton label={texts.turn(at + 1)} isBusy={isBusy} onClick={onTurn}>
      <RotateCw aria-hidden size={16} />
    </IconButton>
    <IconButton label={texts.delete(at + 1)} isBusy={isBusy} onClick={onDelete}>
      <Trash2 aria-hidden size={16} />
    </IconButton>
  </span>
);

type ThumbnailsProps = {
  readonly photos: readonly Photo[];
  readonly at: number;
  readonly onShow: (photo: Photo) => void;
  readonly onMove: (from: number, to: number) => void;
};

/** All photos in their order, which a drag by mouse changes; a finger scrolls over them. */
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
  /** There is at least one. */
  readonly photos: readonly Photo[];
  /** The last one was deleted. */
  readonly onEmpty: () => void;
};

/** One photo large, with what can be done to it, and all of them small. */
export const Gallery = ({ photos, onEmpty }: GalleryProps) => {
  const [shown, setShown] = useState<number>();
  const [said, setSaid] = useState("");
  const change = useChange();
  const remove = useWrite({
    send: (photo: Photo) => deletePhoto(photo),
    onError: (error, photo) => fail(photo, error, () => remove.mutate(photo)),
  });
  const isBusy = change.isPending || remove.isPending;
  const at = Math.max(
    0,
    photos.findIndex(({ id }) => id === shown),
  );
  const photo = photos[at];
  if (photo === undefined) return null;
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
      <PhotoImage
        photo={photo}
        alt={photo.alt ?? texts.photo(at + 1)}
        sizes="(min-width: 40rem) 32rem, 100vw"
        className="aspect-3/2 w-full rounded-xl"
      />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Thumbnails photos={photos} at={at} onShow={({ id }) => setShown(id)} onMove={move} />
        <Tools
          photos={photos}
          at={at}
          isBusy={isBusy}
          onMove={move}
          onTurn={() => {
            const turns = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;
            change.mutate({ photo, change: { rotation: turns[photo.rotation] } });
          }}
          onDelete={() => {
            setShown((photos[at + 1] ?? photos[at - 1])?.id);
            remove.mutate(photo);
            if (photos.length === 1) onEmpty();
          }}
        />
      </div>
      <AltField key={photo.id} photo={photo} />
    </>
  );
};

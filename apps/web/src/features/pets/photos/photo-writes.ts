import type { Photo, PhotoChange } from "@petstore/contract/client";
import { ask } from "../../../lib/service/api";
import { queryClient } from "../../../lib/service/query-client";
import { announce } from "../../../lib/history/undo";
import { beforeChange, undoInTurn, undoUsual } from "../../../lib/history/usual-undo";
import { t } from "../../../texts";
import { photosQuery } from "./queries";

const texts = t.photos;

const paramsOf = ({ petId, id }: Photo) => ({ petId, photoId: id });

/** Shows at once what the photos of an animal are by now. */
export const showPhotos = (petId: number, update: (all: readonly Photo[]) => readonly Photo[]): void => {
  const { queryKey } = photosQuery(petId);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (all) => all && update(all));
};

/** The photo as the cache has it. */
export const asShown = (photo: Photo): Photo =>
  queryClient.getQueryData(photosQuery(photo.petId).queryKey)?.find(({ id }) => id === photo.id) ?? photo;

/** Somebody else's change of another field stays. @param known - The photo before the change. */
export const changePhoto = async (known: Photo, change: PhotoChange): Promise<void> => {
  // A move shows before it is sent; of other fields, an earlier change may have ended since.
  const photo = change.position === undefined ? asShown(known) : known;
  const { petId, id } = photo;
  const call = { params: paramsOf(photo), body: change };
  const { body: after } = await ask((api, options) => api.photos.updatePhoto({ ...call, ...options }));
  showPhotos(petId, (all) => all.map((one) => (one.id === id ? after : one)));
  const before = beforeChange(after, photo, change);
  const run = async () => {
    await undoUsual({ subject: { kind: "photo", id }, before, after });
    return texts.undone.update(petId);
  };
  announce({ title: texts.changed(petId), undo: { size: 1, run } });
};

/** The service keeps it for 30 days. */
export const deletePhoto = async (photo: Photo): Promise<void> => {
  const { petId, id } = photo;
  await ask((api, options) => api.photos.deletePhoto({ params: paramsOf(photo), query: {}, ...options }));
  showPhotos(petId, (all) => all.filter((one) => one.id !== id));
  const run = async () => {
    await undoUsual({ subject: { kind: "photo", id }, before: photo, after: null });
    return texts.undone.delete(petId);
  };
  announce({ title: texts.deleted(petId), undo: { size: 1, run } });
};

/** Removes the image for ever, from every animal: its other photos go with the next answers. */
export const erasePhoto = async (photo: Photo): Promise<void> => {
  const { petId, id } = photo;
  await ask((api, options) => api.photos.deletePhoto({ params: paramsOf(photo), query: { erase: true }, ...options }));
  showPhotos(petId, (all) => all.filter((one) => one.id !== id));
  announce({ title: texts.erase.done(petId), whyNot: texts.erase.noUndo });
};

/** Says which photos were added, with one Undo for all. */
export const announceAdded = (petId: number, photos: readonly Photo[]): void => {
  // The last one first: it moves none of the others.
  const undo = undoInTurn(
    photos.toReversed().map((after) => ({ subject: { kind: "photo", id: after.id }, before: null, after })),
  );
  const run = async (report: (done: number) => void) => {
    await undo(report);
    return texts.undone.create(photos.length, petId);
  };
  announce({ title: texts.added(photos.length, petId), undo: { size: photos.length, run } });
};

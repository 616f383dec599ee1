import type { Photo, PhotoChange } from "@petstore/contract/client";
import { ask } from "../../../lib/service/api";
import { queryClient } from "../../../lib/service/query-client";
import { undoOfAction } from "../../../lib/history/action-undo";
import { announce } from "../../../lib/history/undo";
import { t } from "../../../texts";
import { petQuery } from "../drawer/queries";
import { photosQuery } from "./queries";

const texts = t.photos;

const paramsOf = ({ petId, id }: Photo) => ({ petId, photoId: id });

/** Returns the animal's name, which its drawer has loaded. */
const nameOf = (petId: number): string =>
  queryClient.getQueryData(petQuery(petId).queryKey)?.name ?? texts.animal(petId);

/** Shows a change of an animal's photos at once, before the service returns them. */
export const showPhotos = (petId: number, update: (all: readonly Photo[]) => readonly Photo[]): void => {
  const { queryKey } = photosQuery(petId);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (all) => all && update(all));
};

/** Returns the photo as the cache has it. */
export const asShown = (photo: Photo): Photo =>
  queryClient.getQueryData(photosQuery(photo.petId).queryKey)?.find(({ id }) => id === photo.id) ?? photo;

/** Sends only the fields that change, so another person's change of other fields stays. */
export const changePhoto = async (photo: Photo, change: PhotoChange): Promise<void> => {
  const { petId, id } = photo;
  const key = crypto.randomUUID();
  const call = { params: paramsOf(photo), headers: { "action-key": key }, body: change };
  const { body: after } = await ask((api, options) => api.photos.updatePhoto({ ...call, ...options }));
  showPhotos(petId, (all) => all.map((one) => (one.id === id ? after : one)));
  const undo = undoOfAction({ key, size: 1, describe: () => texts.undone.update(nameOf(petId)) });
  announce({ title: texts.changed(nameOf(petId)), undo });
};

/** Deletes a photo. The service keeps it for 30 days, so this can be undone. */
export const deletePhoto = async (photo: Photo): Promise<void> => {
  const { petId, id } = photo;
  const key = crypto.randomUUID();
  const call = { params: paramsOf(photo), headers: { "action-key": key }, query: {} };
  await ask((api, options) => api.photos.deletePhoto({ ...call, ...options }));
  showPhotos(petId, (all) => all.filter((one) => one.id !== id));
  const undo = undoOfAction({ key, size: 1, describe: () => texts.undone.delete(nameOf(petId)) });
  announce({ title: texts.deleted(nameOf(petId)), undo });
};

/**
 * Erases the image for ever, from every animal. The same image on other animals disappears when their photos are next
 * fetched.
 */
export const erasePhoto = async (photo: Photo): Promise<void> => {
  const { petId, id } = photo;
  await ask((api, options) => api.photos.deletePhoto({ params: paramsOf(photo), query: { erase: true }, ...options }));
  showPhotos(petId, (all) => all.filter((one) => one.id !== id));
  announce({ title: texts.erase.done(nameOf(petId)), whyNot: texts.erase.noUndo });
};

/** Says how many photos were added, with one Undo for all. @param key - The `Action-Key` of the uploads. */
export const announceAdded = (petId: number, size: number, key: string): void => {
  const undo = undoOfAction({ key, size, describe: (count) => texts.undone.create(count, nameOf(petId)) });
  announce({ title: texts.added(size, nameOf(petId)), undo });
};

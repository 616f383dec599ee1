import type { Pet, Photo } from "@petstore/contract/client";
import { MAX_PHOTO_BYTES, MAX_PHOTOS, photoTypes } from "@petstore/contract/schemas";
import { ApiError, ask, clientOver } from "../../../lib/service/api";
import { isTemporary } from "../../../lib/service/api-error";
import { askWhile } from "../../../lib/page/drafts";
import { notify } from "../../../lib/page/notices";
import { retrying } from "../../../lib/service/retrying";
import { createStore } from "../../../lib/page/store";
import { whileSaving } from "../../../lib/history/undo";
import { refresh } from "../../../lib/service/refresh";
import { t } from "../../../texts";
import { fetchWithProgress } from "./fetch-with-progress";
import { announceAdded } from "./photo-writes";

const { refused } = t.photos;
const MAX_WAIT_MS = 60_000;

/** The animal of a photo: its number, or the animal that this account is adding and that has no number yet. */
export type UploadPet = number | `new of ${number | string}`;

/** A file that is waiting, that is being sent to the service, or that did not arrive there. */
export type Upload = {
  readonly id: string;
  readonly petId: UploadPet;
  readonly file: File;
  readonly phase: "waiting" | "sending" | "again" | "failed";
  /** The share of the bytes that has been sent, from 0 to 1. */
  readonly share: number;
  readonly error?: unknown;
  readonly end: AbortController;
};

/** Uploads continue while the drawer is closed or shows another animal. */
export const uploads = createStore<readonly Upload[]>([]);

/** The uploads of one animal. @param all - The state that a component has subscribed to. */
export const uploadsOf = (of: UploadPet, all = uploads.get()): readonly Upload[] =>
  all.filter(({ petId }) => petId === of);

askWhile(() => uploads.get().length > 0);

/** The waits between the attempts double. After about a minute without a connection, the person decides. */
const MAX_TRIES = 8;

const isWaiting = ({ phase }: Upload): boolean => phase === "waiting";

const forget = (id: string) => uploads.set(uploads.get().filter((one) => one.id !== id));

const change = (id: string, fields: Partial<Upload>) =>
  uploads.set(uploads.get().map((one) => (one.id === id ? { ...one, ...fields } : one)));

/** Says in the admin's words why a file was refused. It is undefined if only the service can say why. */
export const refusalOf = ({ error }: Upload): string | undefined => {
  if (error === undefined) return undefined;
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: "unexpected" };
  if (status === 413) return refused.size;
  if (status === 415) return refused.type;
  if (status === 400) return refused.damaged;
  if (code === "conflict") return refused.full(MAX_PHOTOS);
  return code === "offline" ? refused.lost : undefined;
};

/** Finds what the service would refuse anyway, before the file is sent. */
const localRefusal = ({ type, size }: File): ApiError | undefined => {
  if (!photoTypes.some((one) => one === type)) return new ApiError("unsupported_media_type", refused.type, 415);
  return size > MAX_PHOTO_BYTES ? new ApiError("payload_too_large", refused.size, 413) : undefined;
};

/** Sends the same bytes until the service answers. However often they arrive, they make only one photo. */
const send = async (petId: number, { id, file, end: { signal } }: Upload, key: string): Promise<Photo | undefined> => {
  const call = { params: { petId }, headers: { "action-key": key }, body: file };
  let isFirst = true;
  const api = clientOver(fetchWithProgress((share) => change(id, { phase: "sending", share })));
  const { status, body } = await retrying(
    () => ask((_, options) => api.photos.createPhoto({ ...call, ...options }), { signal }),
    signal,
    {
      maxTries: MAX_TRIES,
      mayPass: (error) => isTemporary(error) && (error.retryAfterMs ?? 0) <= MAX_WAIT_MS,
      onFailure: () => {
        isFirst = false;
        change(id, { phase: "again", share: 0 });
      },
    },
  );
  // After a retry, 200 may mean that an earlier attempt stored the photo and its answer was lost.
  if (status === 201 || !isFirst) return body;
  notify({ title: t.photos.already(file.name) });
  return undefined;
};

/** @returns the photo, or undefined if the animal already has it or the upload failed */
const sendOne = async (petId: number, upload: Upload, key: string): Promise<Photo | undefined> => {
  const { id, end } = upload;
  if (end.signal.aborted) return undefined;
  change(id, { phase: "sending", share: 0 });
  try {
    const photo = await send(petId, upload, key);
    forget(id);
    void refresh();
    return photo;
  } catch (error) {
    if (!end.signal.aborted) change(id, { phase: "failed", error });
    return undefined;
  }
};

let last: Promise<void> = Promise.resolve();

/**
 * Files are sent one after the other, so that they keep their order and do not share a slow connection.
 * @param actionKey - The action that the photos are a part of. Something else announces this action.
 */
const enqueue = (petId: number, some: readonly Upload[], actionKey?: string): Promise<void> => {
  const sendAll = async () => {
    // One `Action-Key` makes all files one action with one undo.
    const key = actionKey ?? crypto.randomUUID();
    const added: Photo[] = [];
    for (const upload of some) {
      // oxlint-disable-next-line no-await-in-loop
      const photo = await sendOne(petId, upload, key);
      if (photo !== undefined) added.push(photo);
    }
    if (added.length > 0 && actionKey === undefined) announceAdded(petId, added.length, key);
  };
  last = last.then(() => whileSaving(sendAll));
  return last;
};

/**
 * Adds photos to an animal, in the order of the files. Those of an animal without a number wait for
 * {@link sendPhotosOfNew}.
 * @returns a promise that resolves when all were sent or refused; it never rejects
 */
export const addPhotos = (petId: UploadPet, files: readonly File[]): Promise<void> => {
  const fresh = files.map((file): Upload => {
    const common = { id: crypto.randomUUID(), petId, file, share: 0, end: new AbortController() };
    const error = localRefusal(file);
    return error === undefined ? { ...common, phase: "waiting" } : { ...common, phase: "failed", error };
  });
  uploads.set([...uploads.get(), ...fresh]);
  return typeof petId === "number" ? enqueue(petId, fresh.filter(isWaiting)) : Promise.resolve();
};

/**
 * Sends the photos that were chosen before their animal had a number. They are a part of the action that has added the
 * animal, so they get a notice of their own only if some are missing.
 * @param onOpen - Shows the animal, with the photos that are missing.
 */
export const sendPhotosOfNew = async (
  from: UploadPet,
  { id: petId, name }: Pick<Pet, "id" | "name">,
  { actionKey, onOpen }: { readonly actionKey: string; readonly onOpen: () => void },
): Promise<void> => {
  const chosen = uploadsOf(from);
  if (chosen.length === 0) return;
  uploads.set(uploads.get().map((one) => (one.petId === from ? { ...one, petId } : one)));
  await enqueue(petId, chosen.filter(isWaiting), actionKey);
  const missing = uploadsOf(petId).filter(({ phase }) => phase === "failed").length;
  if (missing > 0) notify({ title: t.photos.missing(missing, name), action: { label: t.common.open, run: onOpen } });
};

export const retryUpload = (upload: Upload): Promise<void> => {
  const { petId, id } = upload;
  if (typeof petId !== "number") return Promise.resolve();
  change(id, { phase: "waiting", error: undefined });
  return enqueue(petId, [upload]);
};

/** Removes an upload, and stops it if it is being sent. */
export const dropUpload = ({ id, end }: Upload): void => {
  forget(id);
  end.abort(new ApiError("cancelled", ""));
};

/** Forgets all photos of an animal that was not added. */
export const forgetPhotosOf = (of: UploadPet): void => {
  for (const one of uploadsOf(of)) dropUpload(one);
};

/** Sends the files again that a lost connection stopped. */
export const retryLost = (petId: number): void => {
  for (const one of uploadsOf(petId)) if (one.phase === "failed" && isTemporary(one.error)) void retryUpload(one);
};

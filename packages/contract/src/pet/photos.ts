import { initContract } from "@ts-rest/core";
import { actionKeyHeaders } from "../http/action-key.js";
import { RESTORE_DAYS } from "../event/undo-window.js";
import { PetPath } from "../http/identifiers.js";
import * as z from "zod";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses, stepUp, stepUpCodes } from "../http/errors.js";
import { photo } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import type { Links } from "../http/links.js";
import type { RouteMetadata } from "../http/metadata.js";
import {
  MAX_MEGAPIXELS,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_SIDE,
  MAX_PHOTOS,
  Photo,
  PhotoChange,
  PhotoPath,
  Photos,
  UploadQuery,
  uploadTypes,
} from "./photo.js";
import { Flag, NoQuery } from "../http/rules.js";

const c = initContract();
const all = "/pets/:petId/photos";
const one = "/pets/:petId/photos/:photoId";
const noPet = "There is no pet with this id.";
const noPhoto = "The pet has no photo with this id, or there is no pet with this id.";
const missing = { not_found: "there is no photo with id 7" };
const tooMany = { conflict: `pet 123 already has the maximum of ${MAX_PHOTOS} photos; delete one first` };
const ids = { petId: "$response.body#/petId", photoId: "$response.body#/id" };
const ifUnchanged = { "header.If-Match": "$response.header.ETag" };
const links: Links = {
  getPhoto: ids,
  updatePhoto: { ...ids, ...ifUnchanged },
  deletePhoto: { ...ids, ...ifUnchanged },
};

const Upload = z.unknown().meta({
  description: `The bytes of the image: at most ${MAX_PHOTO_BYTES.toLocaleString("en")}, ${MAX_MEGAPIXELS} megapixels and ${MAX_PHOTO_SIDE.toLocaleString("en")} pixels a side, not animated. The service finds the format in the bytes, whatever the \`Content-Type\` says.`,
  type: "string",
  format: "binary",
  maxLength: MAX_PHOTO_BYTES,
}) as unknown as z.ZodType<Blob, Blob>;

/** The routes of a pet's photos. */
export const photos = c.router(
  {
    listPhotos: {
      method: "GET",
      path: all,
      summary: "List the photos of a pet",
      description: `Returns all photos of the pet, at most ${MAX_PHOTOS}, in the order of their positions.`,
      pathParams: PetPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Photos, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: { 200: "The photos.", 404: noPet },
        headers: { 200: validators, 304: validators },
        examples: { 200: { photos: [photo], none: [] } },
      } as const satisfies RouteMetadata,
    },
    createPhoto: {
      method: "POST",
      path: all,
      summary: "Create a photo of a pet",
      description: `Adds the image in the body as the last photo of the pet, which can have at most ${MAX_PHOTOS}. The service does not keep the upload itself. It keeps WebP files of it, upright, in sRGB and without metadata such as the place where it was taken. A pet has the same bytes only once: a second upload changes nothing, and if the photo was deleted within the last ${RESTORE_DAYS} days, the upload restores it.`,
      pathParams: PetPath,
      headers: { ...writeOnceHeaders, ...actionKeyHeaders },
      query: UploadQuery,
      body: Upload,
      responses: { 200: Photo, 201: Photo, ...errorResponses(400, 403, 404, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        maxBodyBytes: MAX_PHOTO_BYTES,
        bodyTypes: uploadTypes,
        // The service may take 30 s for the body, 30 s for a turn, 30 s for the image and 15 s for the store.
        clientTimeoutMs: 140_000,
        statusMeanings: {
          200: "The pet has this photo already.",
          201: "The photo was added.",
          400: "The request is invalid, or the image is damaged or takes too long or too much memory to read.",
          404: noPet,
          409: `The pet has ${MAX_PHOTOS} photos (\`conflict\`), or the first request with this \`Idempotency-Key\` is still in progress (\`idempotency_key_in_use\`).`,
          413: `The body exceeds ${MAX_PHOTO_BYTES.toLocaleString("en")} bytes, ${MAX_MEGAPIXELS} megapixels or ${MAX_PHOTO_SIDE.toLocaleString("en")} pixels a side, or its header says that it takes more memory to decode than the service has for it.`,
          415: "The body is not a JPEG, PNG or WebP, or it is animated.",
          503: "The service is temporarily unavailable, has no room for another image, or cannot process images at all.",
        },
        codes: { 409: ["conflict", "idempotency_key_in_use"] },
        messages: {
          not_found: "there is no pet with id 123",
          unsupported_media_type: `header Content-Type must be one of ${uploadTypes.join(", ")}`,
          ...tooMany,
        },
        headers: {
          200: { ETag: entityTag, "Idempotent-Replayed": replayed },
          201: {
            Location: {
              description: "The path of the new photo.",
              example: `/v1/pets/${photo.petId}/photos/${photo.id}`,
            },
            ETag: entityTag,
            "Idempotent-Replayed": replayed,
          },
        },
        examples: { 200: { photo }, 201: { photo } },
        links: { 200: links, 201: links },
      } as const satisfies RouteMetadata,
    },
    getPhoto: {
      method: "GET",
      path: one,
      summary: "Get a photo of a pet",
      description: "Returns one photo. Its files are at the paths in `sizes`.",
      pathParams: PhotoPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Photo, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: { 200: "The photo.", 404: noPhoto },
        messages: missing,
        headers: { 200: validators, 304: validators },
        examples: { 200: { photo } },
        links: { 200: links },
      } as const satisfies RouteMetadata,
    },
    updatePhoto: {
      method: "PATCH",
      path: one,
      summary: "Update a photo of a pet",
      description:
        "Changes those fields of the photo that are in the body. A new position also moves the other photos.",
      pathParams: PhotoPath,
      headers: { ...changeHeaders("photo"), ...actionKeyHeaders },
      query: NoQuery,
      body: PhotoChange,
      responses: { 200: Photo, ...errorResponses(400, 403, 404, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The updated photo.",
          404: noPhoto,
        },
        messages: {
          ...missing,
          precondition_failed: "If-Match does not match the current ETag; fetch the photo again",
        },
        headers: { 200: { ETag: entityTag } },
        examples: {
          request: { first: { position: 1 }, alt: { alt: photo.alt, focalPoint: photo.focalPoint } },
          200: { photo },
        },
        links: { 200: links },
      } as const satisfies RouteMetadata,
    },
    deletePhoto: {
      method: "DELETE",
      path: one,
      summary: "Delete a photo of a pet",
      description: `Removes the photo from the pet. For ${RESTORE_DAYS} days it can be restored, and its files stay.`,
      pathParams: PhotoPath,
      headers: { ...changeHeaders("photo"), ...actionKeyHeaders },
      query: z.strictObject({
        erase: Flag.optional().meta({
          description:
            "`true` erases the image permanently: this photo (even if it is already deleted), its files, and every other photo of the same bytes. It requires scope `admin`.",
          examples: [true],
        }),
      }),
      responses: { 204: c.noBody(), ...errorResponses(400, 403, 404, 412, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          204: "The photo was deleted.",
          403: `The scope of the API key is insufficient. To erase: ${stepUp.replace(/^Or /, "or ")}`,
          404: noPhoto,
        },
        codes: { 403: stepUpCodes },
        messages: {
          ...missing,
          precondition_failed: "If-Match does not match the current ETag; fetch the photo again",
        },
      } as const satisfies RouteMetadata,
    },
    restorePhoto: {
      method: "POST",
      path: `${one}/restore`,
      summary: "Restore a photo of a pet",
      description: `Restores a photo that was deleted at most ${RESTORE_DAYS} days ago, at its position. Restoring one that is not deleted changes nothing.`,
      pathParams: PhotoPath,
      headers: { ...writeOnceHeaders, ...actionKeyHeaders },
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: Photo, ...errorResponses(400, 403, 404, 409, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The pet has the photo.",
          404: noPhoto,
          409: `The pet has ${MAX_PHOTOS} photos (\`conflict\`), or the first request with this \`Idempotency-Key\` is still in progress (\`idempotency_key_in_use\`).`,
        },
        codes: { 409: ["conflict", "idempotency_key_in_use"] },
        messages: { ...missing, ...tooMany },
        headers: { 200: { ETag: entityTag, "Idempotent-Replayed": replayed } },
        examples: { 200: { photo } },
        links: { 200: links },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);

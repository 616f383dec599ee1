import * as z from "zod";
import { photo } from "../examples.js";
import { Id, PetPath, TextId } from "../http/identifiers.js";
import { moment, UpdatedAt } from "../http/moments.js";
import { nameOf } from "../http/names.js";
import { rule } from "../http/rules.js";

/** The maximum number of photos of a pet. Deleted photos do not count. */
export const MAX_PHOTOS = 20;

/** The largest image that can be uploaded, in bytes. */
export const MAX_PHOTO_BYTES = 15_728_640;

/** The maximum number of pixels of an image, in millions. */
export const MAX_MEGAPIXELS = 50;

/** The maximum number of pixels on one side of an image. This is also the limit of WebP. */
export const MAX_PHOTO_SIDE = 16_383;

/** The types of images that can be uploaded. */
export const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/**
 * The media types of an upload. The service finds the format in the bytes. Several generators can send bytes only as
 * `application/octet-stream`, and others use the first type of the document.
 */
export const uploadTypes = ["application/octet-stream", ...photoTypes] as const;

const turns = [0, 90, 180, 270] as const;
const turnsRule = `must be one of ${turns.join(", ")}`;
const positionRule = `must be an integer from 1 to ${MAX_PHOTOS}`;
const shareRule = "must be a number from 0 to 1";
const Share = z.number(rule(shareRule)).min(0, shareRule).max(1, shareRule);

const Alt = nameOf(500);

const FocalPoint = z
  .strictObject(
    {
      x: Share.meta({
        description: "The part of the photo's width that is to the left of the point.",
        examples: [photo.focalPoint.x],
      }),
      y: Share.meta({
        description: "The part of the photo's height that is above the point.",
        examples: [photo.focalPoint.y],
      }),
    },
    rule("must be null or a JSON object with x and y"),
  )
  .nullable()
  .meta({
    description: "The point that stays visible when a page crops the photo, before it is turned; null for the middle.",
  });

const changeable = {
  alt: Alt.nullable().meta({
    description: "What the photo shows, for people who cannot see it.",
    examples: [photo.alt],
  }),
  position: z
    .int(rule(positionRule))
    .min(1, positionRule)
    .max(MAX_PHOTOS, positionRule)
    .meta({ description: "Its place among the pet's photos; 1 is the first. The others move.", examples: [1] }),
  focalPoint: FocalPoint,
  rotation: z.literal(turns, turnsRule).meta({
    description: "The degrees by which a page must turn the files clockwise when it shows them.",
    type: "integer",
    examples: [0],
  }),
};

const size = (description: string, example: number) =>
  z
    .int()
    .min(1)
    .meta({ description, examples: [example] });

const PhotoSize = z
  .strictObject({
    width: size("Its width in pixels.", photo.sizes[0].width),
    height: size("Its height in pixels.", photo.sizes[0].height),
    url: z.string().meta({
      description:
        "Its path on this service, outside `/v1`: a WebP that needs no API key and never changes. It exists until the photo is erased, or its last deletion is 30 days old.",
      examples: [photo.sizes[0].url],
    }),
  })
  .meta({ id: "PhotoSize", description: "A file of a photo.", examples: [photo.sizes[0]] });

/** A photo of a pet. */
export const Photo = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [photo.id] }),
    petId: Id.meta({ description: "The pet that the photo shows.", examples: [photo.petId] }),
    sha256: z.string().meta({
      description: "The SHA-256 of the image that was uploaded, in hexadecimal. A pet has the same bytes only once.",
      examples: [photo.sha256],
    }),
    width: size("The width of the image in pixels, upright; the largest file may be smaller.", photo.width),
    height: size("The height of the image in pixels, upright.", photo.height),
    ...changeable,
    placeholder: z.string().meta({
      description: "A tiny picture as a `data:` URI, to show while the file loads.",
      examples: [photo.placeholder],
    }),
    sizes: z.array(PhotoSize).meta({
      description: "Its files, the smallest first: 96, 320, 800 and 1,600 pixels wide, never wider than the image.",
    }),
    createdAt: moment.meta({ description: "When it was uploaded, in UTC.", examples: [photo.createdAt] }),
    updatedAt: UpdatedAt.meta({
      description:
        "When a caller last changed it, in UTC. Another photo that moves to its place changes its `position`, not this time.",
    }),
  })
  .meta({ id: "Photo", description: "A photo of a pet.", examples: [photo] });
/** See the schema of the same name. */
export type Photo = z.infer<typeof Photo>;

/** All photos of a pet. */
export const Photos = z
  .array(Photo)
  .max(MAX_PHOTOS)
  .meta({ id: "Photos", description: "All photos of a pet, in the order of their positions." });

/** Request body for changing a photo. */
export const PhotoChange = z.strictObject(z.object(changeable).partial().shape, rule("must be a JSON object")).meta({
  id: "PhotoChange",
  description: "The fields of a photo to change.",
  examples: [{ position: 1 }],
});
/** See the schema of the same name. */
export type PhotoChange = z.infer<typeof PhotoChange>;

/** Query parameters of an upload. */
export const UploadQuery = z.strictObject({
  alt: Alt.optional().meta({
    description: "What the photo shows, for people who cannot see it.",
    examples: [photo.alt],
  }),
});

/** Path parameters of one photo. */
export const PhotoPath = PetPath.extend({
  photoId: TextId.meta({ description: "Identifier of the photo.", examples: [photo.id] }),
});

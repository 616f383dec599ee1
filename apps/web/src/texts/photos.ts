import { catalogue, plural } from "./catalogue";

const photos = (count: number) => plural(count, "photo", "photos");

const texts = catalogue({
  title: "Photos",
  list: "Photos",
  add: "Add photos",
  take: "Take a photo",
  drop: "You may drop or paste them, too.",
  limits: "JPEG, PNG or WebP, up to 15 MB each.",
  photo: (place: number) => `Photo ${place}`,
  show: (place: number, alt: string) => `Show photo ${place}: ${alt}`,
  noAlt: "not described yet",
  alt: "What the photo shows",
  altHelp: "For people who do not see it.",
  altMissing: "Nobody has described this photo yet.",
  earlier: (place: number) => `Move photo ${place} earlier`,
  later: (place: number) => `Move photo ${place} later`,
  turn: (place: number) => `Turn photo ${place}`,
  delete: (place: number) => `Delete photo ${place}`,
  aim: (place: number) => `Choose what stays in sight of photo ${place}`,
  point: "Point that stays in sight",
  pointAt: (x: number, y: number) => `${x} % from the left, ${y} % from the top`,
  pointHelp:
    "Where the photo is cropped, this point stays in sight. Click or drag, or move it by arrow keys and press Enter.",
  erase: {
    button: (place: number) => `Erase photo ${place} for good`,
    title: (place: number) => `Erase photo ${place} for good?`,
    description:
      "This cannot be undone. The image goes from this animal and from every other that has it, and within a minute its address under /media shows nothing on any page.",
    confirm: "Erase for good",
    done: (petId: number) => `Erased a photo of animal ${petId}`,
    noUndo: "What is erased is gone for good.",
  },
  movedTo: (place: number, count: number) => `Now photo ${place} of ${count}`,
  uploads: "Uploads",
  waiting: "Waits",
  sending: (percent: number) => `${percent} % sent`,
  reading: "The service reads it…",
  again: "The connection was lost. It is sent again by itself.",
  cancel: (name: string) => `Do not add ${name}`,
  retry: (name: string) => `Try again: ${name}`,
  dismiss: (name: string) => `Forget ${name}`,
  refused: {
    type: "It is no JPEG, PNG or WebP, or it is animated.",
    size: "It has more than 15 MB, 50 megapixels or 16,383 pixels a side.",
    full: (count: number) => `An animal has at most ${photos(count)}.`,
    lost: "The connection was lost. Try again, or wait until it is back.",
    damaged: "The image is damaged, or too much work to read.",
  },
  already: (name: string) => `The animal has ${name} already`,
  added: (count: number, petId: number) => `Added ${photos(count)} to animal ${petId}`,
  changed: (petId: number) => `Changed a photo of animal ${petId}`,
  deleted: (petId: number) => `Deleted a photo of animal ${petId}`,
  undone: {
    create: (count: number, petId: number) => `Deleted ${photos(count)} of animal ${petId}`,
    update: (petId: number) => `Put back a photo of animal ${petId}`,
    delete: (petId: number) => `Brought back a photo of animal ${petId}`,
  },
  fields: {
    petId: "Animal",
    alt: "What it shows",
    position: "Place",
    rotation: "Turned by",
    focalPoint: "Point that stays in sight",
    width: "Width",
    height: "Height",
  },
  degrees: (value: number) => `${value}°`,
});

export { texts as photos };

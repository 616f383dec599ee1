import type {
  Action,
  ApiKey,
  Attribute,
  AuditEvent,
  Category,
  Pet,
  PetFields,
  Photo,
  Suggestion,
} from "@petstore/contract/client";
import { PetFields as PetFieldsSchema } from "@petstore/contract/schemas";

/** Fields that can be null are null. So a new field of this kind needs no change in tests that do not name it. */
const nothing = Object.fromEntries(Object.keys(PetFieldsSchema.shape).map((name) => [name, null]));

/** The fields of Luna, with the given fields replaced. */
export const petFieldsOf = (fields: Partial<PetFields> = {}): PetFields => ({
  ...(nothing as unknown as PetFields),
  name: "Luna",
  categoryId: 1,
  status: "available",
  ...fields,
});

/** Luna, with the given fields replaced. */
export const petOf = ({ id = 7, ...fields }: Partial<Pet> = {}): Pet => ({ id, ...petFieldsOf(fields) });

/** Luna as events contain her. */
export const luna: Readonly<Record<string, unknown>> = { ...petOf() };

/** An event in which Mara sold Luna. `fields` replaces some of its fields. */
export const eventOf = (fields: Partial<AuditEvent> = {}): AuditEvent => ({
  id: 1,
  at: "2026-11-22T10:00:00.000Z",
  actor: { kind: "account", id: 3, name: "Mara" },
  action: "pet.update",
  subject: { kind: "pet", id: 7 },
  before: luna,
  after: { ...luna, status: "sold" },
  orderId: null,
  actionId: null,
  ...fields,
});

/** An action in which Mara sold 200 animals. `fields` replaces some of its fields. */
export const actionOf = (fields: Partial<Action> = {}): Action => ({
  id: "1-1",
  event: eventOf({ actionId: "1-1" }),
  events: 200,
  parts: [{ action: "pet.update", count: 200, to: { status: "sold" } }],
  status: "done",
  undo: { isPossible: true, reason: null, until: "2026-12-22T10:00:00.000Z" },
  undoes: null,
  createdAt: "2026-11-22T10:00:00.000Z",
  job: null,
  ...fields,
});

/** Mara's key. `fields` replaces some of its fields. */
export const keyOf = (fields: Partial<ApiKey> = {}): ApiKey => ({
  id: 5,
  name: "Till",
  scope: "write",
  prefix: "pets_live_",
  lastFour: "x7Qd",
  createdAt: "2026-11-21T09:30:00.000Z",
  createdBy: { id: 7, email: "mara@store.example", name: "Mara" },
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  parentId: null,
  deprecatedCalls: [],
  ...fields,
});

/** A text field of the store. `fields` replaces some of its properties. */
export const attributeOf = (fields: Partial<Attribute> = {}): Attribute => ({
  id: 4,
  name: "breed",
  label: "Breed",
  help: null,
  type: "text",
  unit: null,
  minimum: null,
  maximum: null,
  decimals: null,
  options: [],
  categoryIds: null,
  isPublic: true,
  isAskedAtIntake: true,
  position: 10,
  isArchived: false,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
  ...fields,
});

/** A photo of Luna. `fields` replaces some of its fields. */
export const photoOf = (fields: Partial<Photo> = {}): Photo => ({
  id: 1,
  petId: 7,
  sha256: "ab",
  width: 1_600,
  height: 1_200,
  alt: null,
  position: 1,
  focalPoint: null,
  rotation: 0,
  placeholder: "data:image/webp;base64,AA",
  sizes: [
    { width: 320, height: 240, url: "/media/ab/320.webp" },
    { width: 800, height: 600, url: "/media/ab/800.webp" },
  ],
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
  ...fields,
});

/** A category without animals. `fields` replaces some of its fields. */
export const categoryOf = (fields: Partial<Category> = {}): Category => ({
  id: 2,
  name: "Dogs",
  petCount: 0,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
  ...fields,
});

/** Luna as a search for "lu" finds her. `fields` replaces some of the properties. */
export const suggestionOf = (fields: Partial<Suggestion> = {}): Suggestion => ({
  ...{ attribute: null, value: null, reason: null },
  kind: "pet",
  id: 7,
  status: "available",
  text: "Luna",
  ranges: [{ start: 0, end: 2 }],
  ...fields,
});

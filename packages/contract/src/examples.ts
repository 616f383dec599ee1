// The examples in the documents, each of them once. They do not have the types of the schemas, because the schemas
// themselves use the examples.
const at = "2026-11-21T09:30:00.000Z";

export const frankFields = { name: "Frank", categoryId: 1, status: "available" } as const;
export const frank = { id: 123, ...frankFields };

export const lunaFields = { name: "Luna", categoryId: 2, status: "pending" } as const;
export const luna = { id: 124, ...lunaFields };

export const shelter = {
  name: "Second Chance Shelter",
  address: "Lindenstraße 12\n10969 Berlin",
  logo: "data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=",
  timeZone: "Europe/Berlin",
  currency: "EUR",
  contractText: "{store} gives {animal} to {customer} on {date} for {price}.",
  statusNames: { available: null, pending: "Reserved", sold: "Adopted" },
  updatedAt: at,
} as const;

const times = { createdAt: at, updatedAt: at };

export const dogs = { id: 2, name: "Dogs", petCount: 17, ...times };
export const puppies = { id: 1, name: "Puppies", petCount: 25, ...times };
export const unnamed = { id: 99, name: null, petCount: 1, ...times };

export const runningMerge = {
  id: 3,
  categoryId: dogs.id,
  into: puppies.id,
  status: "running",
  moved: 42_000,
  total: 500_000,
  startedAt: "2026-11-22T09:30:00.000Z",
  finishedAt: null,
} as const;

export const ada = {
  id: 7,
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "+44 20 7946 0018",
  address: "12 St James's Square\nLondon SW1Y 4LB",
  createdAt: at,
  updatedAt: at,
} as const;

export const paid = { paidAt: "2026-11-21T10:00:00.000Z", means: "card" } as const;

export const placed = {
  id: 5,
  petId: frank.id,
  status: "placed",
  reference: "PO-2026-0042",
  customerId: null,
  price: { amount: 250, currency: "EUR" },
  payment: null,
  createdAt: at,
  updatedAt: at,
} as const;

const anyAttribute = { help: null, unit: null, minimum: null, maximum: null, decimals: null, options: [] } as const;
export const size = {
  ...anyAttribute,
  id: 4,
  name: "size",
  label: "Size",
  type: "choice",
  options: [
    { label: "Small", value: "small" },
    { label: "Large", value: "large" },
  ],
  categoryIds: null,
  isPublic: true,
  isAskedAtIntake: true,
  position: 1,
  isArchived: false,
  ...times,
} as const;
export const weight = {
  ...anyAttribute,
  id: 5,
  name: "weight",
  label: "Weight",
  help: "At the last visit of the vet.",
  type: "number",
  unit: "kg",
  minimum: 0,
  maximum: 200,
  decimals: 1,
  categoryIds: [dogs.id],
  isPublic: true,
  isAskedAtIntake: true,
  position: 2,
  isArchived: false,
  ...times,
} as const;

const photoSha = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const photoSize = (width: number, height: number) => ({ width, height, url: `/media/${photoSha}/${width}.webp` });
export const photo = {
  id: 7,
  petId: frank.id,
  sha256: photoSha,
  width: 800,
  height: 600,
  alt: "Frank asleep on his back",
  position: 1,
  focalPoint: { x: 0.5, y: 0.25 },
  rotation: 0,
  placeholder: "data:image/webp;base64,UklGRhYAAABXRUJQVlA4TAoAAAAvAAAAAEX/I/of",
  sizes: [photoSize(96, 72), photoSize(320, 240), photoSize(800, 600)] as const,
  ...times,
} as const;

export const given = { externalId: "SH-1042", attributes: { size: "large", weight: 31.5 } };
export const profile = { ...given, photos: [photo], updatedAt: at };

export const bites = {
  id: 7,
  petId: frank.id,
  text: "Bites. Two people for the vet.",
  isWarning: true,
  isPinned: false,
  externalId: null,
  author: { kind: "account", id: 3, name: "Jane" },
  createdAt: at,
  updatedAt: at,
} as const;

/** A note that another system has sent. */
export const vaccinated = {
  ...bites,
  text: "Vaccinated against rabies.",
  isWarning: false,
  externalId: "V-2031",
} as const;

export const jane = { id: 3, name: "Jane" };

export const sale = {
  id: 41,
  at,
  actor: { kind: "key", id: 5, name: "Shop front" },
  action: "pet.update",
  subject: { kind: "pet", id: frank.id },
  before: frank,
  after: { ...frank, status: "sold" },
  orderId: null,
  actionId: null,
} as const;

export const soldEvent = {
  id: "3f9a2b07-1042",
  type: "pet.updated",
  at,
  subject: sale.subject,
  changed: ["status"],
  before: sale.before,
  after: sale.after,
} as const;

export const actionId = "1795253400000-41";

export const bulkSale = {
  id: actionId,
  event: { ...sale, actor: { kind: "account", ...jane }, actionId },
  events: 200,
  parts: [{ action: "pet.update", count: 200, to: { status: "sold" } }],
  status: "done" as const,
  undo: { isPossible: true, reason: null, until: "2026-12-21T09:30:00.000Z" },
  undoes: null,
  createdAt: at,
  job: null,
};

export const soldDogs = { status: "sold", categoryId: dogs.id } as const;

export const badRow = {
  line: 3,
  problem: 'outcome "Died" is not in the status map, which has no entry for *',
  problems: [
    {
      code: "not_in_status_map",
      column: "outcome",
      parameters: {},
      value: "Died",
      sentence: 'outcome "Died" is not in the status map, which has no entry for *',
    },
  ],
} as const;

export const problemGroup = {
  code: "not_in_status_map",
  column: "outcome",
  parameters: {},
  sentence: "outcome has a value that is not in the status map, which has no entry for *",
  count: 1,
  examples: [{ line: badRow.line, value: "Died" }],
} as const;

export const exampleKey = "pets_live_5mTz0cQ8rVbY3kLw9JdXa2HfNpUe6GsRK3x7Qd";

export const hook = {
  id: 3,
  url: "https://shop.example/hooks/pets",
  description: "The shop's catalogue",
  types: ["pet.created", "pet.updated", "pet.deleted"],
  status: "active",
  statusReason: null,
  statusSince: at,
  failures: 0,
  failingSince: null,
  lastSuccessAt: "2026-11-21T10:15:00.120Z",
  nextProbeAt: null,
  cursor: "3f9a2b07-1042",
  behind: 0,
  retrying: 0,
  oldSecretUntil: null,
  createdAt: at,
  updatedAt: at,
} as const;

export const delivered = {
  id: 812,
  endpointId: hook.id,
  messageId: "evt_3_3f9a2b07-1042",
  eventId: hook.cursor,
  type: "pet.updated",
  status: "delivered",
  attempts: 1,
  responseStatus: 200,
  problem: null,
  durationMs: 83,
  requestBytes: 412,
  responseBytes: 2,
  createdAt: "2026-11-21T10:15:00.020Z",
  lastAttemptAt: "2026-11-21T10:15:00.037Z",
  nextAttemptAt: null,
} as const;

export const exampleSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDSXkzZ2Vjb2Q=";

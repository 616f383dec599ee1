/** A step of the tour: what every client does, and the line that it prints after the name of the step. */
export type Step = { readonly name: string; readonly does: string; readonly sees: string };

/** The number of pets that the harness creates. Together with the one that the client creates, the tour has 250. */
export const OTHER_PETS = 249;

/**
 * The name contains characters beyond ASCII and beyond UTF-16's first plane, so that a client which damages text fails.
 */
const NAME = "Zoë 🐈";

const NOTE_ID = "V-2031";

/** The error that the proxy, as a later version, returns in the last steps of the tour. */
export const LATER = { code: "later_code", message: "a later version refuses this" };

/**
 * The steps of the tour, in order. A client gets the address, the key, the category and the path of an image from its
 * environment. The
 * category's id needs more than 32 bits.
 */
export const steps: readonly Step[] = [
  {
    name: "rate limit",
    does: "lists one pet again and again until it is refused, waits as long as Retry-After says, and lists again",
    sees: "429 rate_limited, then 200",
  },
  { name: "create", does: `creates the pet "${NAME}" in the category`, sees: `201 ${NAME} available` },
  {
    name: "pages",
    does: 'lists the category\'s pets, 100 a page, and follows rel="next" of Link to the end',
    sees: "100 + 100 + 50 pets, 250 different ids",
  },
  { name: "get", does: "gets the created pet by its id", sees: `200 ${NAME} available` },
  {
    name: "photo",
    does: "sends the bytes of PETSTORE_PHOTO, a PNG, as a photo of the pet",
    sees: "201 1 x 1 pixels",
  },
  {
    name: "note",
    does: `sends the same note of the pet twice, with the external id ${NOTE_ID}`,
    sees: `201 ${NOTE_ID}, then 200 ${NOTE_ID}`,
  },
  {
    name: "rows",
    does: "sends three rows by external id, the last two with the same one (the category's id with -1 and -2), and then the first row again",
    sees: "1 created, 2 refused, then 1 unchanged",
  },
  {
    name: "external ids",
    does: "lists the pets of the two external ids, and deletes the first by its external id",
    sees: "1 pets, then 204",
  },
  { name: "update", does: "sets the pet to sold, with the ETag of its creation as If-Match", sees: `200 ${NAME} sold` },
  { name: "stale If-Match", does: "renames the pet with the same ETag", sees: "412 precondition_failed" },
  { name: "conflict", does: "orders the sold pet", sees: "409 pet_not_available" },
  { name: "wrong key", does: "lists one pet with a wrong key", sees: "401 unauthorized" },
  {
    name: "added field",
    does: "gets the category, whose body has a field that the document does not know",
    sees: "200 250 pets",
  },
  {
    name: "added value",
    does: "lists the history of the pet, whose actions and actors are none that the document knows",
    sees: "2 events, later_value by later_value",
  },
  {
    name: "added code",
    does: "deletes the category, and is refused with an error code that the document does not know",
    sees: `409 ${LATER.code}: ${LATER.message}`,
  },
  {
    name: "added status",
    does: "deletes the pet, and is refused with a status that the document does not list",
    sees: `418 ${LATER.code}: ${LATER.message}`,
  },
];

/** The image that every client uploads: a PNG of one pixel. */
export const PHOTO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** What a client must print, one line per step. */
export const expectedLines: readonly string[] = steps.map(({ name, sees }) => `${name}: ${sees}`);

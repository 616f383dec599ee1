import {
  type ApiKeyStatus,
  type CategoryMergeJob,
  type ErrorBody,
  type ErrorCode,
  errorCodes,
  MAX_ATTRIBUTES,
  MAX_MEGAPIXELS,
  MAX_NOTES,
  MAX_PHOTO_SIDE,
  MAX_PHOTOS,
  MAX_VIEWS,
  MAX_WEBHOOK_ENDPOINTS,
  notAcceptableMessage,
  type Order,
  type OrderStatus,
  type PetStatus,
  pointerStep,
  type ProblemConflict,
  type ProblemEntry,
  RESTORE_DAYS,
  type Scope,
  type ViewPage,
} from "@petstore/contract/routes";
import { type AuthErrorCode, authErrorCodes, type roles } from "@petstore/contract/auth";

const statuses = { ...errorCodes, ...authErrorCodes };

export const redactApiKeys = (text: string): string =>
  text.replace(/(pets_(?:live|test)_)[0-9A-Za-z]+/g, "$1[redacted]");

/** The details of an error that programs can read in addition to its message. */
export type ErrorDetails = {
  /** Each problem of the request: an entry, or a sentence about the request as a whole. */
  readonly problems?: readonly (string | ProblemEntry)[];
  /** The thing that is in the way of the request. */
  readonly conflict?: ProblemConflict;
};

/** An error that the contract defines. Operations throw it, and one handler sends its body. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode | AuthErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  details: ErrorDetails = {};

  constructor(
    code: ErrorCode | AuthErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    cause?: unknown,
  ) {
    // Stack traces are switched off: nobody reads them, and in a flood of errors they would take most of the time.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.headers = headers;
  }

  /** Returns the same error with these details for programs. */
  with(details: ErrorDetails): this {
    this.details = { ...this.details, ...details };
    return this;
  }

  get status(): number {
    return statuses[this.code].status;
  }

  get body(): Omit<ErrorBody, "code"> & Pick<AppError, "code"> {
    // The message may quote the request, so API keys and lone surrogates, which are not valid Unicode, are removed from
    // it.
    return { code: this.code, message: redactApiKeys(this.message).toWellFormed(), status: this.status };
  }
}

/** A place in a request as sentences name it: `body.3.status`, `query.limit`, `path.externalId`, `header If-Match`. */
export type PlaceName = `body${"" | `.${string}`}` | `query.${string}` | `path.${string}` | `header ${string}`;

/** A {@link PlaceName} in the body. */
export type BodyPlace = Extract<PlaceName, `body${string}`>;

const isInBody = (place: PlaceName): place is BodyPlace => place === "body" || place.startsWith("body.");

/** The JSON pointer to a place in the body. */
export const pointerOf = (place: BodyPlace): string => place.split(".").slice(1).map(pointerStep).join("");

const locate = (place: PlaceName): Pick<ProblemEntry, "pointer" | "parameter" | "header"> => {
  if (isInBody(place)) return { pointer: pointerOf(place) };
  if (place.startsWith("header ")) return { header: place.slice("header ".length) };
  return { parameter: place.slice(place.indexOf(".") + 1) };
};

/**
 * One problem of a request, whose sentence begins with its place.
 * @param place - Its steps are names of the contract and indexes, so none of them has a dot in it.
 * @param problem - The rest of the sentence, such as `must be in the future`.
 */
export const problemAt = (place: PlaceName, problem: string, rule = "invalid"): ProblemEntry => ({
  ...locate(place),
  rule,
  detail: `${place} ${problem}`,
});

/** One problem of a value in the body whose place has names that a client has chosen, step by step. See {@link problemAt}. */
export const problemOfPath = (steps: readonly string[], problem: string): ProblemEntry => ({
  pointer: steps.map(pointerStep).join(""),
  rule: "invalid",
  detail: `${["body", ...steps].join(".")} ${problem}`,
});

/** One problem of a field whose name a client has chosen. See {@link problemAt}. */
export const problemOfField = (place: BodyPlace, name: string, problem: string): ProblemEntry =>
  problemOfPath([...place.split(".").slice(1), name], problem);

const sentencesOf = (problems: readonly (string | ProblemEntry)[]): string =>
  problems.map((problem) => (typeof problem === "string" ? problem : problem.detail)).join("; ");

/**
 * @param problems - Each names its place and its rule, such as `query.limit must be an integer from 1 to 100`. A
 * sentence without an entry is about the request as a whole.
 */
export const invalidRequest = (...problems: (string | ProblemEntry)[]) =>
  new AppError("invalid_request", sentencesOf(problems)).with({ problems });

/** Refuses a request for one problem. See {@link problemAt}. */
export const invalidAt = (place: PlaceName, problem: string) => invalidRequest(problemAt(place, problem));

/** An error about one place of a request. @param rest - What the message says after the sentence of the entry. */
const errorAt = (
  code: AppError["code"],
  entry: ProblemEntry,
  headers: Readonly<Record<string, string>> = {},
  rest = "",
) => new AppError(code, entry.detail + rest, headers).with({ problems: [entry] });

const challenge = 'Bearer realm="petstore"';

/**
 * The credential is missing or has another scheme. In this case RFC 6750 §3 requires that the challenge contains no
 * error code.
 */
export const credentialMissing = () =>
  errorAt("unauthorized", problemAt("header Authorization", "must be `Bearer <API_KEY>`"), {
    "WWW-Authenticate": challenge,
  });

/** Every rejected key gets the same text, so that it does not reveal whether the key ever existed. */
export const credentialInvalid = () =>
  new AppError("unauthorized", "the API key is invalid, expired or revoked; send a valid one", {
    "WWW-Authenticate": `${challenge}, error="invalid_token"`,
  });

const scopeChallenge = (scope: Scope) => ({
  "WWW-Authenticate": `${challenge}, error="insufficient_scope", scope="${scope}"`,
});

const scopeRequired = (scope: Scope, problem: string) => new AppError("forbidden", problem, scopeChallenge(scope));

const adminRequired = (place: PlaceName, problem: string) =>
  errorAt("forbidden", problemAt(place, problem), scopeChallenge("admin"));

export const scopeMissing = (scope: Scope) =>
  scopeRequired(scope, `this operation requires an API key with scope ${scope}`);

export const sharingRefused = () =>
  adminRequired("body.isShared", "must be false or omitted: sharing a view requires an API key with scope admin");

export const pathNotFound = () =>
  new AppError(
    "path_not_found",
    "the path does not exist; check that the base URL ends with /v1, and look for the path in GET /v1/openapi.json",
  );

/** The status is 404 and not 400, because an invalid path parameter cannot name a resource. */
export const resourceNotFound = (...problems: (string | ProblemEntry)[]) =>
  new AppError("not_found", `the resource does not exist: ${sentencesOf(problems)}`).with({ problems });

/** @param noun - The noun of the resource, for example `order` or `API key`. */
export const notFound = (noun: string, id: number) => new AppError("not_found", `there is no ${noun} with id ${id}`);

export const mediaNotFound = () =>
  new AppError(
    "not_found",
    "there is no file at this path; GET /v1/pets/{petId}/photos lists the paths of a pet's files",
  );

export const petNotFound = (petId: number) => notFound("pet", petId);

export const methodNotAllowed = (allow: string) =>
  new AppError("method_not_allowed", `the method is not allowed; this path supports ${allow}`, { Allow: allow });

/** Says that a request names something that does not exist. */
export const noneAt = (place: PlaceName, noun: string, id: number): ProblemEntry =>
  problemAt(place, `refers to ${noun} ${id}, which does not exist`, "exists");

export const notAcceptable = (types: readonly string[]) =>
  errorAt("not_acceptable", { header: "Accept", rule: "invalid", detail: notAcceptableMessage(types) });

/**
 * The refusal of an unknown category if CATEGORY_POLICY is `require`.
 * @param places - `body.categoryId`, or one place for each row of a batch.
 */
export const categoryNotFound = (...places: { readonly place: PlaceName; readonly categoryId: number }[]) => {
  const problems = places.map(({ place, categoryId }) => noneAt(place, "category", categoryId));
  return new AppError("category_not_found", sentencesOf(problems)).with({ problems });
};

export const noSuchCategory = (categoryId: number) => notFound("category", categoryId);

export const noSuchMerge = (mergeId: number) => notFound("merge", mergeId);

export const actionNotFound = (actionId: string) => new AppError("not_found", `there is no action with id ${actionId}`);

export const undoNotYours = (actionId: string) =>
  new AppError(
    "forbidden",
    `action ${actionId} belongs to another account; that account, a manager or an owner can undo it`,
  );

export const undoNeedsScope = (scope: Scope) =>
  scopeRequired(scope, `the undo of this action requires an API key with scope ${scope}`);

export const undoImpossible = (actionId: string, why: string) =>
  new AppError("conflict", `action ${actionId} cannot be undone: ${why}`);

export const otherUndoRuns = (actionId: string) =>
  new AppError(
    "conflict",
    `another undo of action ${actionId} is running; try again when GET /v1/actions/${actionId} says that it has ended`,
  ).with({ conflict: { kind: "action", id: actionId } });

export const noUndoRuns = (actionId: string) =>
  new AppError(
    "conflict",
    `action ${actionId} is not being undone; GET /v1/actions/${actionId} shows how its undo ended`,
  );

export const mergeTooLarge = (limit: number) =>
  new AppError(
    "forbidden",
    `a clerk can merge a category of at most ${limit} pets, because a merge cannot be undone; ask a manager or an owner`,
  );

/** @param code - `in_use` if the merge prevents the deletion of the category. */
export const mergeInProgress = ({ id, categoryId, into }: CategoryMergeJob, code: "conflict" | "in_use" = "conflict") =>
  new AppError(
    code,
    `category ${categoryId} is being merged into ${into}; try again when GET /v1/category-merges/${id} says that it is done`,
  ).with({ conflict: { kind: "category_merge", id } });

/** @param id - The resource that has the name; undefined if another request took it a moment ago. */
export const nameTaken = (kind: "attribute" | "category", id: number | undefined) => {
  const owner = id === undefined ? `another ${kind}` : `${kind} ${id}`;
  const entry = problemAt("body.name", `is taken by ${owner}; choose another name`, "unique");
  const error = errorAt("name_taken", entry);
  return id === undefined ? error : error.with({ conflict: { kind, id } });
};

export const categoryInUse = (categoryId: number, petId: number) =>
  new AppError(
    "in_use",
    `pet ${petId} is in category ${categoryId}; move its pets with POST /v1/categories/${categoryId}/merge first`,
  ).with({ conflict: { kind: "pet", id: petId } });

export const tooManyAttributes = () =>
  new AppError(
    "conflict",
    `the store already has the maximum of ${MAX_ATTRIBUTES} attributes; delete one for which no pet has a value`,
  );

/**
 * @param fields - The fields of the body that do not allow the existing values.
 * @param petIds - The first pets with such values.
 */
export const attributeTooNarrow = ({
  fields,
  count,
  petIds,
}: {
  readonly fields: readonly string[];
  readonly count: number;
  readonly petIds: readonly number[];
}) => {
  const problem = `would not fit the values of ${count} ${count === 1 ? "pet" : "pets"}: ${petIds.join(", ")}${count > petIds.length ? " and more" : ""}; change their profiles first`;
  const message = `${fields.map((field) => `body.${field}`).join(" and ")} ${problem}`;
  return new AppError("conflict", message).with({
    problems: fields.map((field) => problemAt(`body.${field}`, problem)),
    ...(petIds[0] !== undefined && { conflict: { kind: "pet", id: petIds[0] } }),
  });
};

export const attributeInUse = (attributeId: number, petId: number) =>
  new AppError(
    "in_use",
    `pet ${petId} has a value of attribute ${attributeId}; archive the attribute by setting isArchived with PATCH /v1/attributes/${attributeId}, or delete it and its values with DELETE /v1/attributes/${attributeId}?force=true`,
  ).with({ conflict: { kind: "pet", id: petId } });

/**
 * @param owner - The pet that has the first of the external ids.
 * @param taken - One problem for each conflict, such as `body.externalId is taken by pet 124`.
 */
export const externalIdTaken = (owner: number | undefined, ...taken: (string | ProblemEntry)[]) => {
  const error = new AppError(
    "conflict",
    `${sentencesOf(taken)}; choose another external id, or clear the external id of that pet first`,
  );
  return error.with({ problems: taken, ...(owner !== undefined && { conflict: { kind: "pet", id: owner } }) });
};

export const attributeNotDeleted = (attributeId: number) =>
  new AppError("not_found", `attribute ${attributeId} was not deleted in the last ${RESTORE_DAYS} days`);

export const attributeNameTakenMeanwhile = (attributeId: number) =>
  new AppError("name_taken", `attribute ${attributeId} now uses that name; delete it first`).with({
    conflict: { kind: "attribute", id: attributeId },
  });

export const tooManyNotes = (petId: number) =>
  new AppError("conflict", `pet ${petId} already has the maximum of ${MAX_NOTES} notes; delete one first`);

/** @param place - The place of the new note in the request. */
export const noteExternalIdTaken = (place: BodyPlace, noteId: number) =>
  errorAt(
    "conflict",
    problemAt(
      `${place}.externalId`,
      `is taken by note ${noteId} of the pet, whose content differs; change that note, or choose another external id`,
      "unique",
    ),
  ).with({ conflict: { kind: "note", id: noteId } });

/** Refuses to restore a note. @param other - The note that has its external id. */
export const noteExternalIdTakenMeanwhile = (noteId: number, other: number) =>
  new AppError("conflict", `note ${other} of the pet now has the externalId of note ${noteId}; delete it first`).with({
    conflict: { kind: "note", id: other },
  });

export const noteNeverDeleted = ({ petId, noteId }: { readonly petId: number; readonly noteId: number }) =>
  new AppError("not_found", `note ${noteId} of pet ${petId} was never deleted`);

const megabytes = (bytes: number) => `${(Math.ceil(bytes / 100_000) / 10).toLocaleString("en")} MB`;

/**
 * @param bytes - The size of the request's pets.
 * @param most - The maximum size of the pets that one request may change.
 */
export const workTooHeavy = (pets: number, bytes: number, most: number) =>
  new AppError(
    "payload_too_large",
    `${pets === 1 ? "the pet" : `the ${pets.toLocaleString("en")} pets`} of this request ${pets === 1 ? "has" : "have"} ${megabytes(bytes)} of profiles and notes, more than the ${megabytes(most)} that one request may change; ${pets === 1 ? "delete notes first" : "send fewer pets at a time"}`,
  );

export const petReserved = (petId: number, orderId: number) =>
  new AppError(
    "pet_reserved",
    `order ${orderId} reserves pet ${petId}; complete or cancel the order with PATCH /v1/orders/${orderId}`,
  ).with({ conflict: { kind: "order", id: orderId } });

export const petNotAvailable = (petId: number, status: PetStatus) =>
  errorAt(
    "pet_not_available",
    problemAt(
      "body.petId",
      `refers to pet ${petId}, which is ${status}; GET /v1/pets?status=available lists the pets that can be ordered`,
    ),
  ).with({ conflict: { kind: "pet", id: petId } });

export const orderedPetNotFound = (petId: number) => errorAt("pet_not_found", noneAt("body.petId", "pet", petId));

export const orderedCustomerNotFound = (customerId: number) =>
  errorAt("customer_not_found", noneAt("body.customerId", "customer", customerId));

export const mergedCustomerNotFound = (into: number) =>
  errorAt("customer_not_found", noneAt("body.into", "customer", into));

/** Answers the repeat of a request that added a customer, because its response would contain the erased data. */
export const addedCustomerGone = () =>
  new AppError(
    "conflict",
    "the customer that this request created has since been erased or merged; to create the customer again, send the request with another Idempotency-Key",
  );

/** Customers with the same address may be the same person, which only the caller can decide. */
export const customerTaken = (...taken: { readonly place: PlaceName; readonly customerId: number }[]) => {
  const problems = taken.map(({ place, customerId }) =>
    problemAt(place, `belongs to customer ${customerId}`, "unique"),
  );
  return new AppError(
    "conflict",
    `${sentencesOf(problems)}; choose ${taken.length === 1 ? "this customer" : "one of them"} if it is the same person, or send different contact details`,
  ).with({
    problems,
    ...(taken[0] !== undefined && { conflict: { kind: "customer", id: taken[0].customerId } }),
  });
};

export const externalIdNotFound = () =>
  errorAt("not_found", problemAt("path.externalId", "refers to no pet", "exists"));

export const otherExternalId = () =>
  invalidAt("body.profile.externalId", "must equal the external id in the path, or be omitted");

/**
 * @param missing - One problem for each missing pet, such as `body.0.petId refers to pet 5, which does not exist`.
 */
export const somePetsNotFound = (...missing: (string | ProblemEntry)[]) =>
  new AppError("pet_not_found", sentencesOf(missing)).with({ problems: missing });

/** Refuses several changes as a whole. @param conflict - The thing that is in the way of the first of them. */
export const allRefused = (
  code: AppError["code"],
  problems: readonly (string | ProblemEntry)[],
  conflict: ProblemConflict | undefined,
) => new AppError(code, sentencesOf(problems)).with({ problems, ...(conflict && { conflict }) });

export const orderNotFound = (orderId: number) => notFound("order", orderId);

/** @param next - The statuses to which the order can change; empty if its status is final. */
export const orderTransitionRefused = (orderId: number, from: OrderStatus, next: readonly OrderStatus[]) =>
  new AppError(
    "conflict",
    `order ${orderId} is ${from}; ${next.length === 0 ? "this status is final" : `it can only become ${next.join(" or ")}`}`,
  );

export const paymentWithoutPrice = ({ id, payment }: Pick<Order, "id" | "payment">) =>
  new AppError(
    "conflict",
    `order ${id} ${payment === null ? "has no price; send price as well" : "is paid; send payment: null as well"}`,
  );

export const apiKeyNotFound = (keyId: number) => notFound("API key", keyId);

export const scopeExceeded = (scope: Scope, ownScope: Scope) =>
  errorAt("forbidden", problemAt("body.scope", `must not exceed your own scope: ${scope} exceeds ${ownScope}`));

export const apiKeyOfAnotherAccount = (keyId: number) =>
  new AppError("forbidden", `API key ${keyId} belongs to another account; rotate it with a key of that account`);

export const expiryExceeded = (latest: Date) =>
  invalidAt(
    "body.expiresAt",
    `must be at most ${latest.toISOString()}, the time at which the API key of the request expires; omit it to use that time`,
  );

export const apiKeyOutlivesCaller = (keyId: number) =>
  new AppError(
    "forbidden",
    `API key ${keyId} expires later than the API key of this request; send the request with that key itself, or rotate it in the admin or on the command line`,
  );

export const apiKeyNotActive = (keyId: number, status: ApiKeyStatus) =>
  new AppError("conflict", `API key ${keyId} is ${status}; create another with POST /v1/api-keys`);

export const viewNotFound = (name: string, page: ViewPage) => {
  const query = page === "pets" ? "" : `?page=${page}`;
  return new AppError("not_found", `your account has no view named ${name}; GET /v1/views${query} lists its views`);
};

export const tooManyViews = (page: ViewPage) =>
  new AppError(
    "conflict",
    `your account already has the maximum of ${MAX_VIEWS} views of ${page}; delete or replace one`,
  );

/** @param noun - The noun of the resource, for example `order` or `API key`. */
export const preconditionFailed = (noun: string) =>
  new AppError("precondition_failed", `If-Match does not match the current ETag; fetch the ${noun} again`);

export const viewExists = (name: string) =>
  new AppError(
    "precondition_failed",
    `your account already has a view named ${name}; choose another name, or omit header If-None-Match to replace it`,
  );

export const tooManyWebhookEndpoints = () =>
  new AppError(
    "conflict",
    `the store already has the maximum of ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints; delete one first`,
  );

/** @param rule - The rule that the URL of the endpoint violates. */
export const webhookRefused = (endpointId: number, rule: string) =>
  new AppError("conflict", `the url of webhook endpoint ${endpointId} ${rule}`);

export const webhookNotRedelivered = (why: string) =>
  new AppError("conflict", `the delivery cannot be repeated: ${why}`);

/** @param place - Where the cursor is in the request: `query.after` or `header Last-Event-ID`. */
export const eventCursorRefused = (place: PlaceName) =>
  invalidAt(
    place,
    "must be the id of an event that this store has already issued; GET /v1/events?after=now returns the current end of the feed",
  );

export const eventCursorExpired = (place: PlaceName) =>
  errorAt(
    "cursor_expired",
    problemAt(
      place,
      "has expired: take next of GET /v1/events?after=now, read the catalogue again, then follow from there",
    ),
  );

export const idempotencyKeyInUse = () =>
  new AppError(
    "idempotency_key_in_use",
    "a request with this Idempotency-Key is still in progress; retry in a second",
    {
      "Retry-After": "1",
    },
  );

export const idempotencyKeyReused = () =>
  new AppError(
    "idempotency_key_reused",
    "this Idempotency-Key was used with a different method, path or body; use a new key for a new request",
  );

export const payloadTooLarge = (limitBytes: number) =>
  errorAt("payload_too_large", problemAt("body", `must be at most ${limitBytes} bytes`));

/** @param besides - The things that the limit does not count. */
export const partsTooLarge = (limitBytes: number, besides: string) =>
  errorAt("payload_too_large", problemAt("body", `must be at most ${limitBytes} bytes, not counting ${besides}`));

export const unsupportedMediaType = (
  place: PlaceName,
  problem: string,
  headers: Readonly<Record<string, string>> = {},
) => errorAt("unsupported_media_type", problemAt(place, problem), headers);

export const bodyTypeRefused = (types: readonly string[]) =>
  unsupportedMediaType("header Content-Type", `must be one of ${types.join(", ")}`);

export const bodyEndedEarly = () => invalidRequest("the body ended early; send the whole request again");

export const notAnImage = () =>
  unsupportedMediaType("body", "is not a JPEG, PNG or WebP image; convert it to one of these formats");

export const animatedImage = () => unsupportedMediaType("body", "must not be an animated image; send a single frame");

export const imageTooLarge = (width: number, height: number) =>
  errorAt(
    "payload_too_large",
    problemAt(
      "body",
      `must have at most ${MAX_MEGAPIXELS} megapixels, and at most ${MAX_PHOTO_SIDE} pixels on each side, not ${width} × ${height}; make the image smaller`,
    ),
  );

/** @param mebibytes - How much memory the image would take, according to its header. */
export const imageTooHeavy = (mebibytes: number, most: number) =>
  errorAt(
    "payload_too_large",
    problemAt(
      "body",
      `takes ${mebibytes} MiB of memory to decode, more than the limit of ${most} MiB; save the image smaller, with 8 bits per channel, or without interlacing, progressive or lossless encoding`,
    ),
  );

/** @param format - The format of the image, for example `JPEG`. */
export const damagedImage = (format: string) =>
  invalidAt("body", `is a damaged ${format} image; save the image again and send the new file`);

/** @param what - The resource of which the image takes too much: `memory` or `time`. */
export const imageTooCostly = (what: string) =>
  invalidAt("body", `is an image that takes too much ${what} to read; send a smaller version of it`);

export const tooManyPhotos = (petId: number) =>
  new AppError("conflict", `pet ${petId} already has the maximum of ${MAX_PHOTOS} photos; delete one first`);

export const erasureRefused = () =>
  adminRequired("query.erase", "must be false or omitted: erasing a photo requires an API key with scope admin");

export const requestTimeout = () =>
  new AppError("request_timeout", "the request did not arrive in time; send it again");

/** @param retrySeconds - The time until the window resets, at least 1. */
const limited = (problem: string, retrySeconds: number) =>
  new AppError("rate_limited", problem, { "Retry-After": String(retrySeconds) });

export const rateLimited = (limit: number, retrySeconds: number) =>
  limited(`too many requests with this API key: at most ${limit} per minute; see Retry-After`, retrySeconds);

export const accountRateLimited = (limit: number, retrySeconds: number) =>
  limited(
    `too many requests with the API keys of this account: at most ${limit} per minute; see Retry-After`,
    retrySeconds,
  );

export const addressLimited = (limit: number, retrySeconds: number) =>
  limited(
    `too many requests without a key from this address: at most ${limit} per minute; see Retry-After`,
    retrySeconds,
  );

/** The refusal of the oldest body, which makes room for a newer one. */
export const tooManyUnfinishedBodies = (limit: number) =>
  limited(
    `too many requests without a key from this address have unfinished bodies: at most ${limit} are allowed; see Retry-After`,
    1,
  );

export const tooManyWaiting = (limit: number, retrySeconds: number) =>
  limited(
    `too many requests with this API key are waiting: at most ${limit} may wait at the same time; see Retry-After`,
    retrySeconds,
  );

export const notSignedIn = () => new AppError("unauthorized", "no session; sign in with POST /auth/sign-in/email");

export const roleMissing = (role: (typeof roles)[number]) =>
  new AppError("forbidden", `this operation requires an account with role ${role}`);

/** @param own - The origin of the service; undefined if the request contains no usable host. */
export const originRefused = (own: string | undefined) =>
  errorAt(
    "forbidden",
    problemAt("header Origin", `must be ${own ?? "this service's own"}; requests from other origins are refused`),
  );

export const tooManySignIns = (retrySeconds: number) =>
  limited("too many sign-in attempts; see Retry-After", retrySeconds);

export const tooManyKeys = (retrySeconds: number) =>
  limited("too many API keys for this session; use each until it expires, then request the next", retrySeconds);

/** The answer is the same for an unknown address and for a wrong password. */
export const invalidCredentials = () =>
  new AppError("invalid_credentials", "the e-mail address or the password is wrong");

/** Only somebody who knows the password gets this answer, so it reveals to nobody else that the account exists. */
export const accountDisabled = () => new AppError("account_disabled", "this account is disabled; ask an owner");

/** @param place - Where the password is in the request: `body.currentPassword` or `body.password`. */
export const invalidPassword = (place: PlaceName = "body.currentPassword") =>
  errorAt("invalid_password", problemAt(place, "is wrong; send the current password"));

export const invalidCode = () =>
  errorAt("invalid_code", problemAt("body.code", "is wrong or already used; send the code that the app shows now"));

export const challengeEnded = () =>
  new AppError(
    "challenge_ended",
    "no sign-in of this browser is waiting for a second factor; sign in again with POST /auth/sign-in/email",
  );

/**
 * The answer is the same for every refused response, because only an attacker would benefit from knowing which check
 * failed.
 */
export const invalidPasskey = () =>
  errorAt("invalid_passkey", problemAt("body.response", "is not valid; request new options and try again"));

export const passkeyNotFound = (id: number) =>
  new AppError("not_found", `your account has no passkey with id ${id}; GET /auth/passkeys lists its passkeys`);

export const tooManyPasskeys = (limit: number) =>
  new AppError("second_factor_state", `your account already has the maximum of ${limit} passkeys; remove one first`);

export const totpState = (problem: string) => new AppError("second_factor_state", problem);

/** The answer is the same for a code that is unknown, used, replaced or expired. */
export const invitationInvalid = () =>
  new AppError("invitation_invalid", "the invitation code is invalid or has expired; ask an owner for a new one");

export const reauthenticationRequired = () =>
  new AppError(
    "reauthentication_required",
    "this operation requires a recent proof of who you are; send POST /auth/reauthenticate, then repeat it",
  );

export const secondFactorRequired = () =>
  new AppError(
    "second_factor_required",
    "this account requires a second factor; enrol one with POST /auth/two-factor/start or a passkey",
  );

export const lastSecondFactor = () =>
  new AppError("second_factor_required", "this account must keep a second factor; enrol another one first");

export const emailTaken = (email: string) =>
  new AppError("email_taken", `an account with the address ${email} already exists; use another address`);

export const accountNotFound = (whose: string) => new AppError("not_found", `there is no account with ${whose}`);

export const lastOwner = () =>
  new AppError(
    "last_owner",
    "at least one owner must be able to sign in; first give the role owner to another account that has a password or a passkey",
  );

export const ownAccount = () =>
  new AppError("own_account", "you cannot ban your own account; ask another owner to ban it");

export const ownInvitation = () =>
  new AppError(
    "own_account",
    "you cannot invite your own account; change your password with POST /auth/change-password",
  );

export const headersTooLarge = (limitBytes: number) =>
  new AppError("headers_too_large", `the header fields must be at most ${limitBytes} bytes in total`);

export const tooManyHeaderFields = (limit: number) =>
  new AppError("headers_too_large", `the request must have at most ${limit} header fields`);

const unavailable = (problem: string, retrySeconds: number, cause?: unknown) =>
  new AppError("service_unavailable", problem, { "Retry-After": String(retrySeconds) }, cause);

export const serviceUnavailable = (cause?: unknown, retrySeconds = 1) =>
  unavailable("the service is temporarily unavailable; try again in a moment", retrySeconds, cause);

const SLOW_RETRY_SECONDS = 30;

/** A repeat helps only if the database was busy. The remedies help if the store is too large for the request. */
export const queryTooSlow = (cause: unknown) =>
  unavailable(
    "the database needed too long for this request, and a repeat usually takes as long; narrow it with filters or a shorter period, sort by id, leave out Prefer: count=exact, or send fewer rows",
    SLOW_RETRY_SECONDS,
    cause,
  );

/** Only `/readyz` gives the reasons, because operators read it. */
export const notReady = (parts: readonly string[], cause?: unknown) =>
  unavailable(`not ready: ${parts.join("; ")}`, 1, cause);

/** The upload is not the cause: the process that reads images has ended. */
export const imageNotProcessed = (cause?: unknown) =>
  unavailable("the image could not be processed; send it again", 1, cause);

const UNSUPPORTED_RETRY_SECONDS = 3_600;

export const imagesUnsupported = (cause: unknown) =>
  unavailable(
    "this service cannot process images; the reason is in its log, which the operator can read",
    UNSUPPORTED_RETRY_SECONDS,
    cause,
  );

export const noRoomForUpload = (cause?: unknown) =>
  unavailable("there is no room for another upload; try again after the time in Retry-After", 2, cause);

/** The work is small enough by itself, but other requests need too much memory at the moment. */
export const memoryInUse = () =>
  unavailable(
    "other requests are using the memory that is available for changes of long texts; try again after the time in Retry-After",
    2,
  );

const IMPORT_RETRY_SECONDS = 5;

/** @param problem - Says why the import cannot run now and what to do. */
const importRefused = (problem: string) => unavailable(problem, IMPORT_RETRY_SECONDS);

export const largeBodyInProgress = () =>
  importRefused("another large request body is in progress; try again after the time in Retry-After");

export const importInProgress = () =>
  importRefused("another import is in progress; try again after the time in Retry-After");

export const importTooSlow = (seconds: number) =>
  importRefused(`the import took longer than ${seconds} seconds and was undone; split the file and try again`);

/** A defect of the service. The client does not get its cause, which is logged. */
export const internalError = (cause: unknown) =>
  new AppError("internal_error", "internal error; quote the X-Request-Id when you report it", {}, cause);

import { ApiError, isEnglish } from "./api-error";

/** The problem of each field, by the name of the field in its form. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * The problems of a form.
 * @property english - The fields whose problem is an English sentence of the service or the contract.
 */
export type Problems = { readonly fields: FieldErrors; readonly english: readonly string[] };

/**
 * Turns a rule into a sentence. The rules of the contract and of the service are worded to follow a name: "must be 1 to
 * 200 characters".
 */
export const sentence = (rule: string): string => rule.charAt(0).toUpperCase() + rule.slice(1);

/**
 * Returns the field of the form for a path. A nested path has a field of its own if the form has one with this name.
 */
export const fieldAt = (path: string, fields: readonly string[]): string =>
  fields.includes(path) ? path : (path.split(".", 1)[0] ?? "");

const named = /^body\.([A-Za-z]\S*) (.+)$/s;

/** Splits a server's message at the fields that it names: `body.name is required; body.categoryId must be …`. */
export const serverFieldErrors = (
  error: unknown,
  fields: readonly string[],
): Problems & { readonly isComplete: boolean } => {
  if (!(error instanceof ApiError)) return { fields: {}, english: [], isComplete: false };
  const parts = error.message.split("; ").map((part) => named.exec(part));
  const found = parts.flatMap((part) => {
    const name = part?.[1] === undefined ? undefined : fieldAt(part[1], fields);
    return name !== undefined && fields.includes(name) ? [[name, sentence(part?.[2] ?? "")] as const] : [];
  });
  return {
    fields: Object.fromEntries(found),
    english: isEnglish(error) ? found.map(([name]) => name) : [],
    isComplete: found.length === parts.length,
  };
};

/** Splits a message into its parts. Some rules contain a semicolon, so a part is recognised by what it begins with. */
const partsOf = ({ message }: ApiError): readonly string[] => message.split(/; (?=body\.|the attributes are )/);

/**
 * Returns the part of a refusal that is about one place of the body, as if that place were the whole body; null if
 * there is none.
 * @param place - For example `body.0.to`.
 */
export const refusalAt = (error: unknown, place: string): ApiError | null => {
  if (!(error instanceof ApiError)) return null;
  const ofPlace = partsOf(error).filter((part) => part.startsWith(`${place}.`));
  if (ofPlace.length === 0) return null;
  const message = ofPlace.map((part) => `body${part.slice(place.length)}`).join("; ");
  return new ApiError(error.code, message, error.status, error.requestId, error.retryAfterMs);
};

const profileValues = {
  body: /^body\.(?:attributes\.)?(\w+)(?:\.\S+)? (.+)$/s,
  "body.0.profile": /^body\.0\.profile\.(?:attributes\.)?(\w+)(?:\.\S+)? (.+)$/s,
  "body.0.profile.to": /^body\.0\.profile\.to\.(?:attributes\.)?(\w+)(?:\.\S+)? (.+)$/s,
  "body.profile": /^body\.profile\.(?:attributes\.)?(\w+)(?:\.\S+)? (.+)$/s,
};

/**
 * Splits a server's message by the values of a profile that it names. Some of their rules contain a semicolon.
 * @param place - Where the profile stands in the request.
 */
export const profileErrors = (error: unknown, place: keyof typeof profileValues): FieldErrors => {
  if (!(error instanceof ApiError)) return {};
  const value = profileValues[place];
  const parts = partsOf(error).map((part) => value.exec(part));
  return Object.fromEntries(
    parts.flatMap((part) => (part?.[1] === undefined ? [] : [[part[1], sentence(part[2] ?? "")] as const])),
  );
};

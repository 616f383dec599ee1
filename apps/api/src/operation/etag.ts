import { hash } from "node:crypto";
import { RawJson } from "./raw-json.js";

const TAG_LENGTH = 22;

/**
 * Returns a strong tag (RFC 9110 §8.8.3) of 132 bits of BLAKE2b (RFC 7693), which is faster than SHA-256 on a CPU
 * without instructions for SHA.
 */
export const entityTagOf = (...content: string[]): string => {
  let lines = "";
  // `join` would copy the body, and the hash copies it again.
  for (const line of content) lines += `${line}\n`;
  return `"${hash("blake2b512", lines, "base64url").slice(0, TAG_LENGTH)}"`;
};

type JsonAnswer = { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

/**
 * Returns the tag of the operation itself, if it has one. Otherwise the tag covers the body and the header fields of a
 * listing, so it changes when the last page of a listing is followed by a new page.
 */
export const tagOf = ({ body, headers = {} }: JsonAnswer): { readonly text: string; readonly tag: string } => {
  const text = body instanceof RawJson ? body.text : JSON.stringify(body);
  const { ETag: own } = headers;
  if (own !== undefined) return { text, tag: own };
  const rest = [headers["Link"], headers["Total-Count"]].filter((value) => value !== undefined);
  return { text, tag: entityTagOf(text, ...rest) };
};

/** Returns the tag of the same content in a content coding, which is another representation (RFC 9110 §8.8.3). */
export const tagInCoding = (tag: string, coding: string): string => `${tag.slice(0, -1)}-${coding}"`;

/** Returns the tag of a GET whose response has the body `body` and no header fields that the tag covers. */
export const bodyTag = (body: object): string => entityTagOf(JSON.stringify(body));

/**
 * Returns a tag of two parts. The first part covers everything that callers can change, and the second covers the whole
 * representation. A read compares the whole tag, so a 304 hides nothing. `If-Match` compares only the first part, so a
 * value that the service itself counts or records makes no change fail (decision 133).
 */
export const tagOfParts = (changeable: object, body: object): string =>
  `${bodyTag(changeable).slice(0, -1)}.${bodyTag(body).slice(1)}`;

/** Returns the part of a tag that `If-Match` compares. */
export const changeablePartOf = (tag: string): string => tag.replace(/\.[\w-]+"$/, '"');

/**
 * Returns the fields with which a client may store the response, which it must revalidate before each use.
 * @param isStored - If false, the gate has set `no-store`, and the tag is only for programs and for `If-Match`.
 */
export const validatorFields = (tag: string, isStored: boolean) => ({
  ETag: tag,
  ...(isStored && { "Cache-Control": "private, no-cache" }),
});

/** Returns the tags that `If-Match` or `If-None-Match` names, with the `W/` of a weak one. */
export const tagsIn = (field: string): string[] => {
  const tags: string[] = [];
  for (let at = field.indexOf('"'); at >= 0; ) {
    const end = field.indexOf('"', at + 1);
    if (end < 0) return tags;
    tags.push(field.slice(field.startsWith("W/", at - 2) ? at - 2 : at, end + 1));
    at = field.indexOf('"', end + 1);
  }
  return tags;
};

/** Uses the weak comparison, for `If-None-Match` (RFC 9110 §13.1.2). */
export const namesTag = (field: string, tag: string): boolean =>
  field === "*" || tagsIn(field).some((named) => named === tag || named === `W/${tag}`);

import { BASE_PATH } from "@petstore/contract/routes";
import { bodyTag } from "./etag.js";

/** @param path - The path of the resource, for example `/orders`. */
export const created = <One extends { readonly id: number }>(path: string, one: One, tag = bodyTag(one)) =>
  ({ status: 201, body: one, headers: { Location: `${BASE_PATH}${path}/${one.id}`, ETag: tag } }) as const;

/** @param tag - The tag of a GET of the resource. The default is the tag of the whole body. */
export const updated = <One extends object>(one: One, tag = bodyTag(one)) =>
  ({ status: 200, body: one, headers: { ETag: tag } }) as const;

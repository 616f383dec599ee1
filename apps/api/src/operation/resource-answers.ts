import { BASE_PATH } from "@petstore/contract/routes";
import { bodyTag } from "./etag.js";

/** @param path - The path of the resource, for example `/orders`. */
export const created = <One extends { readonly id: number }>(path: string, one: One) =>
  ({ status: 201, body: one, headers: { Location: `${BASE_PATH}${path}/${one.id}`, ETag: bodyTag(one) } }) as const;

export const updated = <One extends object>(one: One) =>
  ({ status: 200, body: one, headers: { ETag: bodyTag(one) } }) as const;

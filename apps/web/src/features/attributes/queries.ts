import type { Attribute } from "@petstore/contract/client";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { aboutOne, concernedBy } from "../../lib/service/concerns";

/** A field as the service returned it, and the `ETag` for its next change. */
export type TaggedAttribute = { readonly one: Attribute; readonly etag: string };

export const attributeQuery = (id: number) =>
  queryOptions({
    queryKey: ["attributes", "one", id],
    ...concernedBy(aboutOne("attribute", id)),
    queryFn: async ({ signal }): Promise<TaggedAttribute> => {
      const call = { params: { attributeId: id } };
      const { body, headers } = await ask((api, options) => api.attributes.getAttribute({ ...call, ...options }), {
        signal,
      });
      return { one: body, etag: headers.get("etag") ?? "*" };
    },
  });

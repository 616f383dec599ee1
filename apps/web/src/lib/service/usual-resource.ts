import type { historyKinds } from "@petstore/contract/schemas";
import type { LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { t } from "../../texts";
import type { ResourceTexts } from "../../texts/kinds";
import { usualPage } from "../../texts/usual-page";
import { useUndoableWrite } from "../history/use-undoable-write";
import { notifyFailure } from "../page/notices";
import { ApiError, type CallOptions } from "./api";
import { about, aboutOne, concernedBy } from "./concerns";
import { PAGE_SIZE } from "./page-links";
import { pageQuery } from "./page-query";

export type Named = { readonly id: number; readonly name: string };

type ActionHeaders = { readonly "action-key": string };
type Found<One> = { readonly body: One; readonly headers: Headers };

/** A resource that has the usual page: what the contract's `resource()` offers, with a name and fields of plain values. */
export type UsualResource<One extends Named, New, Change> = {
  readonly kind: (typeof historyKinds)[number];
  /** The address of its page. */
  readonly path: NonNullable<LinkProps["to"]>;
  readonly icon: LucideIcon;
  readonly texts: ResourceTexts;
  /** The contract's schemas of the request bodies. The form has their fields, in their order. */
  readonly schemas: { readonly create: z.ZodObject; readonly change: z.ZodObject };
  readonly list: (
    query: { readonly limit: number; readonly cursor?: string },
    options: CallOptions,
  ) => Promise<Found<readonly One[]>>;
  readonly get: (id: number, options: CallOptions) => Promise<Found<One>>;
  readonly create: (body: New, headers: ActionHeaders & { readonly "idempotency-key": string }) => Promise<Found<One>>;
  readonly update: (
    id: number,
    body: Change,
    headers: ActionHeaders & { readonly "if-match": string },
  ) => Promise<Found<One>>;
  readonly remove: (id: number, headers: ActionHeaders) => Promise<unknown>;
};

export const usualPageQuery = <One extends Named, New, Change>(
  { kind, list }: UsualResource<One, New, Change>,
  cursor: string | undefined,
) =>
  pageQuery<One>(
    ["usual", kind, "list", cursor],
    (options) => list({ limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }, options),
    concernedBy(about(kind)),
  );

/** Reads one with its entity tag. It is null if it does not exist. */
const usualOneQuery = <One extends Named, New, Change>({ kind, get }: UsualResource<One, New, Change>, id: number) =>
  queryOptions({
    queryKey: ["usual", kind, "one", id],
    queryFn: async ({ signal }) => {
      try {
        const { body, headers } = await get(id, { signal });
        return { one: body, etag: headers.get("etag") ?? "" };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    ...concernedBy(aboutOne(kind, id)),
  });

export const useUsualOne = <One extends Named, New, Change>(resource: UsualResource<One, New, Change>, id: number) =>
  useQuery(usualOneQuery(resource, id));

export const useUsualCreation = <One extends Named, New, Change>(
  { create }: UsualResource<One, New, Change>,
  onDone: () => void,
) =>
  useUndoableWrite({
    send: async (body: New, headers) => (await create(body, headers)).body,
    said: ({ name }) => usualPage.added(name),
    undone: ({ name }) => t.history.deleted(name),
    onDone,
  });

type Update<Change> = { readonly id: number; readonly etag: string; readonly change: Change };

export const useUsualUpdate = <One extends Named, New, Change>(
  { update }: UsualResource<One, New, Change>,
  onDone: () => void,
) =>
  useUndoableWrite({
    send: async ({ id, etag, change }: Update<Change>, { "action-key": key }) =>
      (await update(id, change, { "if-match": etag, "action-key": key })).body,
    said: ({ name }) => usualPage.saved(name),
    undone: ({ name }) => t.history.putBack(name),
    onDone,
  });

/** Deletes without asking, because the notice about it has Undo. */
export const useUsualDeletion = <One extends Named, New, Change>(
  { remove }: UsualResource<One, New, Change>,
  onDone: () => void,
) =>
  useUndoableWrite({
    send: ({ id }: One, { "action-key": key }) => remove(id, { "action-key": key }),
    said: (_, { name }) => t.history.deleted(name),
    undone: (_, { name }) => t.history.broughtBack(name),
    onDone,
    onError: (error) => notifyFailure(error),
  });

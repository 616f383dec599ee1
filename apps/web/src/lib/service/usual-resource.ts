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
export type UsualResource<
  One extends Named = Named,
  New extends z.ZodObject = z.ZodObject,
  Change extends z.ZodObject = z.ZodObject,
> = {
  readonly kind: (typeof historyKinds)[number];
  /** The address of its page. */
  readonly path: NonNullable<LinkProps["to"]>;
  readonly icon: LucideIcon;
  /** A field without a label does not compile. */
  readonly texts: ResourceTexts & {
    readonly fields: Readonly<Record<keyof New["shape"] | keyof Change["shape"], string>>;
  };
  /** The contract's schemas of the request bodies. The form has their fields, in their order. */
  readonly schemas: { readonly create: New; readonly change: Change };
  // These are methods, so that the page accepts the resource whatever its bodies are.
  list(
    query: { readonly limit: number; readonly cursor?: string },
    options: CallOptions,
  ): Promise<Found<readonly One[]>>;
  get(id: number, options: CallOptions): Promise<Found<One>>;
  create(body: z.output<New>, headers: ActionHeaders & { readonly "idempotency-key": string }): Promise<Found<One>>;
  update(
    id: number,
    body: z.output<Change>,
    headers: ActionHeaders & { readonly "if-match": string },
  ): Promise<Found<One>>;
  remove(id: number, headers: ActionHeaders): Promise<unknown>;
};

export const usualPageQuery = (resource: UsualResource, cursor: string | undefined) =>
  pageQuery<Named>(
    ["usual", resource.kind, "list", cursor],
    (options) => resource.list({ limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }, options),
    concernedBy(about(resource.kind)),
  );

/** Reads a row with its entity tag; null if the row does not exist. */
const usualOneQuery = (resource: UsualResource, id: number) =>
  queryOptions({
    queryKey: ["usual", resource.kind, "one", id],
    queryFn: async ({ signal }) => {
      try {
        const { body, headers } = await resource.get(id, { signal });
        return { one: body, etag: headers.get("etag") ?? "" };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    ...concernedBy(aboutOne(resource.kind, id)),
  });

export const useUsualOne = (resource: UsualResource, id: number) => useQuery(usualOneQuery(resource, id));

export const useUsualCreation = (resource: UsualResource, onDone: () => void) =>
  useUndoableWrite({
    send: async (body: object, headers) => (await resource.create(body as z.output<z.ZodObject>, headers)).body,
    said: ({ name }) => usualPage.added(name),
    undone: ({ name }) => t.history.deleted(name),
    onDone,
  });

type Update = {
  readonly id: number;
  readonly etag: string;
  readonly change: object;
};

export const useUsualUpdate = (resource: UsualResource, onDone: () => void) =>
  useUndoableWrite({
    send: async ({ id, etag, change }: Update, { "action-key": key }) =>
      (await resource.update(id, change as z.output<z.ZodObject>, { "if-match": etag, "action-key": key })).body,
    said: ({ name }) => usualPage.saved(name),
    undone: ({ name }) => t.history.putBack(name),
    onDone,
  });

/** Deletes without asking, because the notice about it has Undo. */
export const useUsualDeletion = (resource: UsualResource, onDone: () => void) =>
  useUndoableWrite({
    send: ({ id }: Named, { "action-key": key }) => resource.remove(id, { "action-key": key }),
    said: (_, { name }) => t.history.deleted(name),
    undone: (_, { name }) => t.history.broughtBack(name),
    onDone,
    onError: (error) => notifyFailure(error),
  });

import type { Attribute, AttributeChange, NewAttribute } from "@petstore/contract/client";
import { useMutation } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { attributesQuery } from "../../lib/pets/attributes";
import { moved } from "../../lib/pets/moved";
import { notify, notifyFailure } from "../../lib/page/notices";
import { queryClient } from "../../lib/service/query-client";
import { announce, whileSaving } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { undoUsual } from "../../lib/history/usual-undo";
import { refresh } from "../../lib/service/refresh";
import { t } from "../../texts";
import { byPosition, type Place, positionsFor } from "./order";
import type { TaggedAttribute } from "./queries";

const texts = t.attributes;

/** Says what was done and offers Undo, which is refused if the field has been changed since. */
const announceChange = (title: string, before: Attribute | null, after: Attribute | null): void => {
  const one = after ?? before;
  if (one === null) return;
  const change = before === null ? "create" : after === null ? "delete" : "update";
  announce({
    title,
    undo: {
      size: 1,
      run: async () => {
        await undoUsual({ subject: { kind: "attribute", id: one.id }, before, after });
        return texts.undone[change](one.label);
      },
    },
  });
};

/** Somebody else may have changed the field, so the next attempt starts from its newest state. */
const readAgain = () => void queryClient.invalidateQueries({ queryKey: attributesQuery.queryKey });

export const useCreateAttribute = (onDone: () => void) =>
  useWrite({
    send: async (body: NewAttribute, idempotencyKey) => {
      const headers = { "idempotency-key": idempotencyKey };
      return (await ask((api, options) => api.attributes.createAttribute({ body, headers, ...options }))).body;
    },
    onSuccess: (after) => {
      announceChange(texts.created(after.label), null, after);
      onDone();
    },
  });

type Update = TaggedAttribute & { readonly change: AttributeChange };

const savedTitle = ({ change: { isArchived } }: Update, { label }: Attribute) => {
  if (isArchived === undefined) return texts.saved(label);
  return isArchived ? texts.archivedDone(label) : texts.unarchivedDone(label);
};

export const useUpdateAttribute = (onDone: () => void) =>
  useWrite({
    send: async ({ one, etag, change }: Update) => {
      const call = { params: { attributeId: one.id }, headers: { "if-match": etag }, body: change };
      return (await ask((api, options) => api.attributes.updateAttribute({ ...call, ...options }))).body;
    },
    onSuccess: (after, update) => {
      announceChange(savedTitle(update, after), update.one, after);
      onDone();
    },
    onError: readAgain,
  });

export const useDeleteAttribute = (onDone: () => void) =>
  useWrite({
    send: ({ one, etag }: TaggedAttribute) => {
      const call = { params: { attributeId: one.id }, headers: { "if-match": etag } };
      return ask((api, options) => api.attributes.deleteAttribute({ ...call, ...options }));
    },
    onSuccess: (_, { one }) => {
      announceChange(texts.deleted(one.label), one, null);
      onDone();
    },
    onError: readAgain,
  });

const place = async (places: readonly Place[]): Promise<void> => {
  for (const { id, position } of places) {
    const call = { params: { attributeId: id }, body: { position } };
    // Few, and in their order.
    // oxlint-disable-next-line no-await-in-loop
    await ask((api, options) => api.attributes.updateAttribute({ ...call, ...options }));
  }
};

/** Puts the old order back, unless somebody else has changed it since. */
const undoMove = async (label: string, before: readonly Place[], after: readonly Place[]) => {
  const now = await queryClient.fetchQuery({ ...attributesQuery, staleTime: 0 });
  const isAsLeft = after.every(({ id, position }) => now.some((one) => one.id === id && one.position === position));
  if (!isAsLeft) {
    notify({ title: texts.movedSince });
    return undefined;
  }
  await place(before);
  return texts.movedBack(label);
};

type Move = { readonly label: string; readonly before: readonly Place[]; readonly after: readonly Place[] };

/**
 * Moves a field to another place among the fields that are shown. The list shows the move at once, and is fetched again
 * after the last move.
 */
export const useMoveAttribute = () => {
  const { key, queryKey } = { key: ["attributes", "move"], queryKey: attributesQuery.queryKey };
  const write = useMutation({
    mutationKey: key,
    // Moves are sent one after the other, because each starts from the order that the previous one has left.
    scope: { id: "attributes" },
    mutationFn: ({ after }: Move) => whileSaving(() => place(after)),
    onSuccess: (_, { label, before, after }) =>
      announce({
        title: texts.moved(label),
        undo: { size: after.length, run: () => undoMove(label, before, after) },
      }),
    onError: (error) => notifyFailure(error),
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: key }) === 1) void refresh();
    },
  });
  return (shown: readonly Attribute[], from: number, to: number): void => {
    const one = shown[from];
    const ordered = moved(shown, from, to);
    if (one === undefined || ordered === shown) return;
    const after = positionsFor(ordered, to);
    const placed = new Map(after.map(({ id, position }) => [id, position]));
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (all) =>
      all?.map((each) => ({ ...each, position: placed.get(each.id) ?? each.position })).toSorted(byPosition),
    );
    write.mutate({ label: one.label, before: shown.filter(({ id }) => placed.has(id)), after });
  };
};

import type { Attribute, AttributeChange, NewAttribute } from "@petstore/contract/client";
import { useMutation } from "@tanstack/react-query";
import { ask } from "../../lib/service/api";
import { attributesQuery } from "../../lib/pets/attributes";
import { moved } from "../../lib/pets/moved";
import { notifyFailure } from "../../lib/page/notices";
import { queryClient } from "../../lib/service/query-client";
import { undoOfAction } from "../../lib/history/action-undo";
import { announce, whileSaving } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { refresh } from "../../lib/service/refresh";
import { t } from "../../texts";
import { byPosition, type Place, positionsFor } from "./order";
import type { TaggedAttribute } from "./queries";

const texts = t.attributes;

/** Says what was done, with Undo. */
const announceChange = (title: string, key: string, verb: keyof typeof texts.undone, { label }: Attribute): void =>
  announce({ title, undo: undoOfAction({ key, size: 1, describe: () => texts.undone[verb](label) }) });

/**
 * Fetches the fields again, because somebody else may have changed the field. The next attempt then starts from its
 * newest state.
 */
const readAgain = () => void queryClient.invalidateQueries({ queryKey: attributesQuery.queryKey });

export const useCreateAttribute = (onDone: () => void) =>
  useWrite({
    send: async (body: NewAttribute, key) => {
      const headers = { "idempotency-key": key, "action-key": key };
      const answer = await ask((api, options) => api.attributes.createAttribute({ body, headers, ...options }));
      return { key, after: answer.body };
    },
    onSuccess: ({ key, after }) => {
      announceChange(texts.created(after.label), key, "create", after);
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
    send: async ({ one, etag, change }: Update, key) => {
      const headers = { "if-match": etag, "action-key": key };
      const call = { params: { attributeId: one.id }, headers, body: change };
      const answer = await ask((api, options) => api.attributes.updateAttribute({ ...call, ...options }));
      return { key, after: answer.body };
    },
    onSuccess: ({ key, after }, update) => {
      announceChange(savedTitle(update, after), key, "update", after);
      onDone();
    },
    onError: readAgain,
  });

export const useDeleteAttribute = (onDone: () => void) =>
  useWrite({
    send: async ({ one, etag }: TaggedAttribute, key) => {
      const call = { params: { attributeId: one.id }, headers: { "if-match": etag, "action-key": key } };
      await ask((api, options) => api.attributes.deleteAttribute({ ...call, ...options }));
      return key;
    },
    onSuccess: (key, { one }) => {
      announceChange(texts.deleted(one.label), key, "delete", one);
      onDone();
    },
    onError: readAgain,
  });

/** @property key - The `Action-Key` of the requests for this move. */
type Move = { readonly label: string; readonly after: readonly Place[]; readonly key: string };

const place = async ({ after, key }: Move): Promise<void> => {
  for (const { id, position } of after) {
    const call = { params: { attributeId: id }, headers: { "action-key": key }, body: { position } };
    // The fields are moved one after the other, because the requests are few and their order matters.
    // oxlint-disable-next-line no-await-in-loop
    await ask((api, options) => api.attributes.updateAttribute({ ...call, ...options }));
  }
};

/**
 * Moves a field to another place among the fields that are shown. The list shows the move at once, and is fetched again
 * after the last move.
 */
export const useMoveAttribute = () => {
  const { key, queryKey } = { key: ["attributes", "move"], queryKey: attributesQuery.queryKey };
  const write = useMutation({
    mutationKey: key,
    // Moves are sent one after the other, because each starts from the order that the previous one produced.
    scope: { id: "attributes" },
    mutationFn: (move: Move) => whileSaving(() => place(move)),
    onSuccess: (_, { label, after, key: actionKey }) => {
      const describe = () => texts.movedBack(label);
      announce({
        title: texts.moved(label),
        undo: undoOfAction({ key: actionKey, size: after.length, describe }),
      });
    },
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
    write.mutate({ label: one.label, after, key: crypto.randomUUID() });
  };
};

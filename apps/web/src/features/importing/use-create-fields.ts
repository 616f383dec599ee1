import type { Attribute, NewAttribute, PetImportDryRun } from "@petstore/contract/client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ask } from "../../lib/service/api";
import { isRefusal } from "../../lib/service/api-error";
import { attributesQuery, lastPosition } from "../../lib/pets/attributes";
import { queryClient } from "../../lib/service/query-client";
import { undoOfAction } from "../../lib/history/action-undo";
import { announce, whileSaving } from "../../lib/history/undo";
import { refresh } from "../../lib/service/refresh";
import { importing } from "../../texts/importing";

const texts = importing.newFields;

type Proposal = PetImportDryRun["unknownColumns"][number];

/** A proposed field for the values of a column, with the person's changes. */
export type ProposedField = Proposal["attribute"] & Pick<Proposal, "column">;

/** Why the field of a column was refused. */
type Refused = { readonly column: string; readonly reason: unknown };

/** @param action - The `Action-Key` of the requests. */
const announceFields = (size: number, action: string) =>
  announce({ title: texts.added(size), undo: undoOfAction({ key: action, size, describe: texts.undone }) });

/**
 * Defines fields for columns, one after the other. If one is refused, the fields before it stay defined. They are
 * announced and are not defined again.
 */
export const useCreateFields = (
  onCreated: (columns: Readonly<Record<string, string>>, known: readonly Attribute[]) => void,
) => {
  const [made, setMade] = useState<ReadonlyMap<string, Attribute>>(new Map());
  const [refused, setRefused] = useState<Refused>();
  // Keeps the keys of each field, so that a retry after a lost answer does not define a field twice.
  const calls = useRef(
    new Map<string, { readonly body: NewAttribute; readonly key: string; readonly action: string }>(),
  );

  const create = async (
    { column: _, ...proposed }: ProposedField,
    first: number,
    action: string,
  ): Promise<Attribute> => {
    const given = { ...proposed, label: proposed.label.trim(), name: proposed.name.trim() };
    const text = JSON.stringify(given);
    const fresh = {
      body: { ...given, position: first + calls.current.size } as NewAttribute,
      key: crypto.randomUUID(),
      action,
    };
    const { body, key, action: known } = calls.current.get(text) ?? fresh;
    calls.current.set(text, { body, key, action: known });
    const call = { body, headers: { "idempotency-key": key, "action-key": known } };
    try {
      return (await ask((api, options) => api.attributes.createAttribute({ ...call, ...options }))).body;
    } catch (error) {
      if (isRefusal(error)) calls.current.delete(text);
      throw error;
    }
  };

  const createAll = async (fields: readonly ProposedField[]) => {
    const all = new Map(made);
    const action = crypto.randomUUID();
    const first = lastPosition(queryClient.getQueryData(attributesQuery.queryKey) ?? []);
    try {
      for (const one of fields) {
        if (all.has(one.column)) continue;
        // The fields are defined one after the other, so they keep the order of the file.
        // oxlint-disable-next-line no-await-in-loop
        const attribute = await create(one, first, action).catch((reason: unknown) => {
          setRefused({ column: one.column, reason });
          throw reason;
        });
        all.set(one.column, attribute);
      }
    } finally {
      const added = [...all].filter(([column]) => !made.has(column)).map(([, one]) => one);
      if (added.length > 0) announceFields(added.length, action);
      setMade(all);
    }
    return all;
  };

  const write = useMutation({
    networkMode: "always",
    mutationFn: (fields: readonly ProposedField[]) => whileSaving(() => createAll(fields)),
    onMutate: () => setRefused(undefined),
    onSuccess: async (all) => {
      const known = await queryClient.fetchQuery({ ...attributesQuery, staleTime: 0 });
      onCreated(Object.fromEntries([...all].map(([column, { name }]) => [name, column])), known);
    },
    // This also runs after a failure, because the fields before the refused one were defined.
    onSettled: () => void refresh(),
  });
  return { create: write.mutate, isPending: write.isPending, made, refused };
};

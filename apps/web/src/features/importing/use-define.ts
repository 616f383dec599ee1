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

/** A column that the import ignores, and a field that could hold its values. */
export type UnknownColumn = PetImportDryRun["unknownColumns"][number];

/** A proposed field for the values of a column, with the person's changes. */
export type ProposedField = UnknownColumn["attribute"] & Pick<UnknownColumn, "column">;

/** Options that a field lacks. */
type NewOptions = { readonly one: Attribute; readonly options: readonly Attribute["options"][number][] };

/** The fields and options that must be defined before an import can be checked. */
export type Definitions = { readonly fields: readonly ProposedField[]; readonly options: readonly NewOptions[] };

/** Why the field of a column was refused. */
type Refused = { readonly column: string; readonly reason: unknown };

/** @param action - The `Action-Key` of the requests. */
const announceFields = (size: number, action: string) =>
  announce({ title: texts.added(size), undo: undoOfAction({ key: action, size, describe: texts.undone }) });

const announceOptions = (size: number, changes: number, action: string) =>
  announce({
    title: texts.optionsAdded(size),
    undo: undoOfAction({ key: action, size: changes, describe: () => texts.optionsUndone(size) }),
  });

/** Adds options after those that the field has by now. */
const addOptions = async ({ one, options }: NewOptions, action: string): Promise<number> => {
  const params = { attributeId: one.id };
  const { body, headers } = await ask((api, settings) => api.attributes.getAttribute({ params, ...settings }));
  const known = new Set(body.options.map(({ value }) => value));
  const missing = options.filter(({ value }) => !known.has(value));
  if (missing.length === 0) return 0;
  const call = {
    params,
    headers: { "if-match": headers.get("etag") ?? "*", "action-key": action },
    body: { options: [...body.options, ...missing] },
  };
  await ask((api, settings) => api.attributes.updateAttribute({ ...call, ...settings }));
  return missing.length;
};

const addAllOptions = async (all: readonly NewOptions[]): Promise<void> => {
  const action = crypto.randomUUID();
  let [size, changes] = [0, 0];
  try {
    for (const one of all) {
      // The fields are changed one after the other, because there are few of them.
      // oxlint-disable-next-line no-await-in-loop
      const added = await addOptions(one, action);
      size += added;
      if (added > 0) changes += 1;
    }
  } finally {
    if (size > 0) announceOptions(size, changes, action);
  }
};

type Columns = Readonly<Record<string, Attribute>>;

type Listeners = {
  /** Gets the fields that were defined before another one was refused, by their columns. */
  readonly onSome: (columns: Columns) => void;
  /** @param known - All fields of the store, including the new ones. */
  readonly onAll: (columns: Columns, known: readonly Attribute[]) => void;
};

/**
 * Defines fields for columns, one after the other, and then adds options to fields. If one is refused, what was done
 * before stays and is announced.
 */
export const useDefine = ({ onSome, onAll }: Listeners) => {
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
      body: { ...given, isPublic: false, position: first + calls.current.size } as NewAttribute,
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

  const createAll = async (fields: readonly ProposedField[]): Promise<Columns> => {
    const made: Record<string, Attribute> = {};
    const action = crypto.randomUUID();
    const first = lastPosition(queryClient.getQueryData(attributesQuery.queryKey) ?? []);
    try {
      for (const one of fields) {
        // The fields are defined one after the other, so they keep the order of the file.
        // oxlint-disable-next-line no-await-in-loop
        made[one.column] = await create(one, first, action).catch((reason: unknown) => {
          setRefused({ column: one.column, reason });
          onSome(made);
          throw reason;
        });
      }
    } finally {
      const size = Object.keys(made).length;
      if (size > 0) announceFields(size, action);
    }
    // Another field may be defined for the same column later, after an undo.
    calls.current.clear();
    return made;
  };

  const write = useMutation({
    networkMode: "always",
    mutationFn: ({ fields, options }: Definitions) =>
      whileSaving(async () => {
        const made = await createAll(fields);
        await addAllOptions(options).catch((reason: unknown) => {
          onSome(made);
          throw reason;
        });
        return made;
      }),
    onMutate: () => setRefused(undefined),
    onSuccess: async (columns) => onAll(columns, await queryClient.fetchQuery({ ...attributesQuery, staleTime: 0 })),
    // This also runs after a failure, because what came before the refusal was done.
    onSettled: () => void refresh(),
  });
  /** A failure that belongs to no column. */
  const failure = refused === undefined ? write.error : null;
  return { define: write.mutate, isPending: write.isPending, refused, failure };
};

import type { AuditEvent, PetFields } from "@petstore/contract/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../components/button";
import { Data, Moment } from "../components/data";
import { Dialog } from "../components/dialog";
import { EventSentence } from "../components/event-sentence";
import { InlineError } from "../components/states";
import { ask } from "../lib/service/api";
import { useAttributeOf } from "../lib/pets/attributes";
import { useCategoryNames } from "../lib/pets/categories";
import { notifyFailure } from "../lib/page/notices";
import { closeConflicts, type Conflict, openConflicts } from "../lib/pets/conflicts";
import { savePet } from "../lib/pets/save-pet";
import { isSameField, type PetFieldName, petFieldNames, petFields } from "../lib/pets/pet-fields";
import { useAccount } from "../lib/session/roles";
import { useStore } from "../lib/page/store";
import { useFieldText } from "../lib/pets/use-field-text";
import { firstWords } from "../lib/text/first-words";
import { useWrite } from "../lib/service/use-write";
import { t } from "../texts";
import {
  type Choices,
  chosenFields,
  describeConflict,
  firstChoices,
  offersOf,
  type Side,
  titleOf,
} from "./conflict-choices";

const texts = t.pets.conflict;

type Choosing = {
  readonly choices: Choices;
  readonly onChoose: (name: PetFieldName, side: Side) => void;
};

type FieldChoiceProps = Choosing & {
  readonly name: PetFieldName;
  readonly had: PetFields | null;
  readonly want: PetFields;
  readonly now: PetFields;
};

const FieldChoice = ({ name, had, want, now, choices, onChoose }: FieldChoiceProps) => {
  const text = useFieldText();
  const option = (side: Side, sideLabel: string, fields: PetFields) => (
    <label className="-mx-1 grid min-h-9 grid-cols-[auto_7rem_1fr] items-center gap-2 rounded-md px-1 has-checked:bg-accent-soft has-checked:text-on-accent-soft pointer-coarse:min-h-11">
      <input
        type="radio"
        name={`choice-${name}`}
        className="size-4.5 accent-accent"
        checked={choices[name] === side}
        onChange={() => onChoose(name, side)}
      />
      <span>{sideLabel}</span>
      <Data className="font-medium wrap-anywhere">{text(fields, name)}</Data>
    </label>
  );
  return (
    <fieldset className="rounded-lg border border-line px-3 pb-2">
      <legend className="px-1 font-medium">{petFields[name].label}</legend>
      {isSameField(name, want, now) ? (
        <p className="text-muted">
          {texts.now} <Data className="font-medium wrap-anywhere text-text">{text(now, name)}</Data>
        </p>
      ) : (
        <>
          {had !== null && (
            <p className="text-muted">
              {texts.had} <Data className="wrap-anywhere">{text(had, name)}</Data>
            </p>
          )}
          {option("want", texts.want, want)}
          {option("now", texts.now, now)}
        </>
      )}
    </fieldset>
  );
};

/**
 * @param now - The animal as it is now. It is part of the key, because the answer is different after another change.
 */
const lastChangeQuery = (id: number, now: PetFields | null) =>
  queryOptions({
    queryKey: ["conflict", id, now],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<AuditEvent | undefined> => {
      const query = { subject: `pet:${id}`, limit: 1 };
      return (await ask((api, options) => api.history.listHistory({ query, ...options }), { signal })).body[0];
    },
  });

/**
 * Saves what the person chose. The profile and the note of the same change are saved as well, because the choice is
 * only about the fields.
 */
const useResolve = (conflict: Conflict) => {
  const { edit, now, onDecided, onProfileClash } = conflict;
  const resolve = useWrite({
    send: (to: PetFields | null, key) => {
      const isBoth = now !== null && to !== null;
      const { profile, note } = edit;
      const rest = { ...(profile !== undefined && { profile }), ...(note !== undefined && { note }) };
      const title = to === null ? texts.removed : texts.saved(to.name);
      return savePet({
        edit: { id: edit.id, from: now, to, ...(isBoth && rest) },
        key,
        title,
        onDecided,
        onProfileClash,
      });
    },
    onSuccess: (made) => {
      // The animal may have changed again in the meantime; the next dialog shows it as it is then.
      closeConflicts([conflict]);
      if (made !== undefined) onDecided?.(made);
    },
    onError: (error, to) => {
      // The dialog was closed in the meantime, so nothing else would show this.
      if (!openConflicts.get().includes(conflict)) notifyFailure(error, () => resolve.mutate(to));
    },
  });
  return resolve;
};

/** Says what happens to the rest of the change. */
const Rest = ({ conflict: { edit, reason, now } }: { readonly conflict: Conflict }) => {
  const { profile, note } = edit;
  if (profile === undefined && note === undefined) return null;
  if (reason !== "changed" || now === null) return <p>{texts.restKept}</p>;
  return (
    <div>
      {profile !== undefined && <p>{texts.withDetails}</p>}
      {note !== undefined && <p className="wrap-anywhere">{texts.withNote(firstWords(note.text))}</p>}
    </div>
  );
};

const OneConflict = ({ conflict, others }: { readonly conflict: Conflict; readonly others: readonly Conflict[] }) => {
  const { edit, reason, now } = conflict;
  const [choices, setChoices] = useState(() => firstChoices(conflict));
  const resolve = useResolve(conflict);
  const close = () => closeConflicts([conflict]);
  const keep = () => {
    if (reason === "changed" && now !== null && (edit.profile ?? edit.note) !== undefined) {
      resolve.mutate(now);
      return;
    }
    close();
    // A reserved animal cannot be changed now, but what was typed may be useful later.
    if (reason === "changed") conflict.onDecided?.();
  };
  const { choice, canBringBack, canDelete } = offersOf(conflict);
  return (
    <Dialog
      isOpen
      onClose={close}
      title={titleOf(reason)((edit.from ?? edit.to)?.name ?? "", edit.id)}
      description={describeConflict(conflict)}
      size="medium"
      actions={
        <>
          {others.length > 0 && (
            <Button className="mr-auto" variant="quiet" onClick={() => closeConflicts([conflict, ...others])}>
              {texts.keepAll(others.length + 1)}
            </Button>
          )}
          <Button isBusy={resolve.isPending} onClick={keep}>
            {reason === "changed" && now !== null ? texts.keep : t.common.close}
          </Button>
          {canBringBack && (
            <Button variant="primary" isBusy={resolve.isPending} onClick={() => resolve.mutate(edit.to)}>
              {texts.bringBack}
            </Button>
          )}
          {canDelete && (
            <Button variant="danger" isBusy={resolve.isPending} onClick={() => resolve.mutate(null)}>
              {texts.deleteAnyway}
            </Button>
          )}
          {choice !== undefined && (
            <Button
              variant="primary"
              isBusy={resolve.isPending}
              onClick={() => resolve.mutate(chosenFields(choices, choice.want, choice.now))}
            >
              {t.common.save}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <Cause conflict={conflict} />
        {choice !== undefined &&
          petFieldNames.map((name) => (
            <FieldChoice
              key={name}
              name={name}
              had={edit.from}
              {...choice}
              choices={choices}
              onChoose={(changed, side) => setChoices({ ...choices, [changed]: side })}
            />
          ))}
        {choice === undefined && now !== null && <AsItIs fields={now} />}
        <Rest conflict={conflict} />
        {resolve.isError && <InlineError error={resolve.error} />}
        {others.length > 0 && <p className="text-muted">{texts.more(others.length)}</p>}
      </div>
    </Dialog>
  );
};

/** Shows who made the last change and when, from the audit trail. */
const Cause = ({ conflict: { edit, now } }: { readonly conflict: Conflict }) => {
  const nameOf = useCategoryNames();
  const attributeOf = useAttributeOf(false);
  const { id: ownId } = useAccount();
  const { data } = useQuery(lastChangeQuery(edit.id, now));
  return data === undefined ? null : (
    <p role="status" className="flex flex-wrap items-baseline gap-x-2 rounded-md bg-sunken px-3 py-2">
      <EventSentence event={data} nameOf={nameOf} attributeOf={attributeOf} ownId={ownId} />
      <span className="text-muted">
        <Moment at={data.at} />
      </span>
    </p>
  );
};

const AsItIs = ({ fields }: { readonly fields: PetFields }) => {
  const text = useFieldText();
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-1">
      {petFieldNames.map((name) => (
        <div key={name} className="contents">
          <dt className="text-muted">{petFields[name].label}</dt>
          <dd>
            <Data className="font-medium wrap-anywhere">{text(fields, name)}</Data>
          </dd>
        </div>
      ))}
    </dl>
  );
};

const keys = new WeakMap<Conflict, string>();

/** The choices of a conflict stay when another one arrives behind it. */
const keyOf = (conflict: Conflict): string => {
  const key = keys.get(conflict) ?? crypto.randomUUID();
  keys.set(conflict, key);
  return key;
};

/**
 * Shows the conflicts one after the other, each with the values that the person saw, the values that they want, and the
 * present values.
 */
export const ConflictDialog = () => {
  const [first, ...others] = useStore(openConflicts);
  return first === undefined ? null : <OneConflict key={keyOf(first)} conflict={first} others={others} />;
};

import type { PetFields } from "@petstore/contract";
import { useState } from "react";
import { Button } from "../components/button";
import { Data } from "../components/data";
import { Dialog } from "../components/dialog";
import { useCategoryNames } from "../lib/categories";
import { type Conflict, editPets, openConflicts } from "../lib/pet-edits";
import { useStore } from "../lib/store";
import { t } from "../texts";

const names = ["name", "categoryId", "status"] as const;
type FieldName = (typeof names)[number];
type Side = "want" | "now";

const describe = ({ edit, reason, now }: Conflict): string => {
  if (reason === "reserved") return t.pets.conflict.reserved;
  if (reason === "gone") return edit.from === null ? t.pets.conflict.goneRestore : t.pets.conflict.gone;
  return edit.to === null || now === null ? t.pets.conflict.deleted : t.pets.conflict.changed;
};

const useFieldText = () => {
  const nameOf = useCategoryNames();
  return (fields: PetFields | null, name: FieldName): string => {
    if (fields === null) return "–";
    if (name === "status") return t.common.status[fields.status];
    return name === "categoryId" ? nameOf(fields.categoryId) : fields.name;
  };
};

type ChoiceProps = {
  readonly conflict: Conflict;
  readonly want: PetFields;
  readonly now: PetFields;
  readonly choices: Readonly<Record<FieldName, Side>>;
  readonly onChoose: (name: FieldName, side: Side) => void;
};

const Choices = ({ conflict: { edit }, want, now, choices, onChoose }: ChoiceProps) => {
  const text = useFieldText();
  const option = (name: FieldName, side: Side, label: string, fields: PetFields) => (
    <label className="flex min-h-9 items-center gap-2">
      <input
        type="radio"
        name={`choice-${name}`}
        className="size-4.5 accent-accent"
        checked={choices[name] === side}
        onChange={() => onChoose(name, side)}
      />
      <span className="text-muted">{label}</span>
      <Data className="font-medium wrap-anywhere">{text(fields, name)}</Data>
    </label>
  );
  return (
    <div className="flex flex-col gap-3 text-sm">
      {names.map((name) => (
        <fieldset key={name} className="rounded-lg border border-line px-3 pb-2">
          <legend className="px-1 font-medium">
            {t.pets.fields[name]}
            <span className="sr-only"> {t.pets.conflict.choose(t.pets.fields[name])}</span>
          </legend>
          {edit.from !== null && (
            <p className="text-muted">
              {t.pets.conflict.had} <Data className="wrap-anywhere">{text(edit.from, name)}</Data>
            </p>
          )}
          {want[name] === now[name] ? (
            <p>
              {t.pets.conflict.now} <Data className="font-medium wrap-anywhere">{text(now, name)}</Data>
            </p>
          ) : (
            <div role="radiogroup" aria-label={t.pets.conflict.choose(t.pets.fields[name])}>
              {option(name, "want", t.pets.conflict.want, want)}
              {option(name, "now", t.pets.conflict.now, now)}
            </div>
          )}
        </fieldset>
      ))}
    </div>
  );
};

/** A field that the person did not change takes what somebody else made of it. */
const firstChoices = ({ edit, now }: Conflict): Record<FieldName, Side> => {
  const side = (name: FieldName): Side =>
    edit.from !== null && edit.to !== null && now !== null && edit.from[name] === edit.to[name] ? "now" : "want";
  return { name: side("name"), categoryId: side("categoryId"), status: side("status") };
};

const chosenFields = (choices: Readonly<Record<FieldName, Side>>, want: PetFields, now: PetFields): PetFields => ({
  name: choices.name === "want" ? want.name : now.name,
  categoryId: choices.categoryId === "want" ? want.categoryId : now.categoryId,
  status: choices.status === "want" ? want.status : now.status,
});

const OneConflict = ({ conflict, others }: { readonly conflict: Conflict; readonly others: number }) => {
  const { edit, reason, now } = conflict;
  const [choices, setChoices] = useState(() => firstChoices(conflict));
  const close = () => openConflicts.set(openConflicts.get().filter((one) => one !== conflict));
  const resolve = (to: PetFields | null) => {
    close();
    const title = to === null ? t.pets.conflict.removed : t.pets.conflict.saved(to.name);
    void editPets({ title, edits: [{ id: edit.id, from: now, to }] });
  };
  const choice = reason === "changed" && now !== null && edit.to !== null ? { want: edit.to, now } : undefined;
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t.pets.conflict.title(edit.id)}
      description={describe(conflict)}
      size="medium"
      actions={
        <>
          <Button onClick={close}>{now === null ? t.common.close : t.pets.conflict.keep}</Button>
          {reason === "gone" && edit.from !== null && edit.to !== null && (
            <Button variant="primary" onClick={() => resolve(edit.to)}>
              {t.pets.conflict.bringBack}
            </Button>
          )}
          {reason === "changed" && edit.to === null && (
            <Button variant="danger" onClick={() => resolve(null)}>
              {t.pets.conflict.deleteAnyway}
            </Button>
          )}
          {choice !== undefined && (
            <Button variant="primary" onClick={() => resolve(chosenFields(choices, choice.want, choice.now))}>
              {t.common.save}
            </Button>
          )}
        </>
      }
    >
      {choice !== undefined && (
        <Choices
          conflict={conflict}
          {...choice}
          choices={choices}
          onChoose={(name, side) => setChoices({ ...choices, [name]: side })}
        />
      )}
      {others > 0 && <p className="mt-3 text-sm text-muted">{t.pets.conflict.more(others)}</p>}
    </Dialog>
  );
};

/** What you had, what you want, and what it is now: one conflict after the other. */
export const ConflictDialog = () => {
  const conflicts = useStore(openConflicts);
  const [first] = conflicts;
  if (first === undefined) return null;
  return <OneConflict key={`${first.edit.id}-${conflicts.length}`} conflict={first} others={conflicts.length - 1} />;
};

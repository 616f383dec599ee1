import type { Attribute, PetImportDryRun } from "@petstore/contract/client";
import { MAX_ATTRIBUTES } from "@petstore/contract/schemas";
import { useState } from "react";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import { TextField } from "../../components/field";
import { InlineError } from "../../components/states";
import { typeOf } from "../../lib/pets/attribute-types";
import { importing } from "../../texts/importing";
import { type ProposedField, useCreateFields } from "./use-create-fields";

const texts = importing.newFields;
const MAX_SHOWN_OPTIONS = 5;

type Unknown = PetImportDryRun["unknownColumns"][number];

/** Describes the type of the values in the column. */
const kindOf = ({ attribute }: Unknown): string => {
  const label = typeOf(attribute)?.label ?? attribute.type;
  const options = attribute.options.slice(0, MAX_SHOWN_OPTIONS).map((option) => option.label);
  const more = attribute.options.length > options.length ? "…" : "";
  return options.length === 0 ? label : `${label}: ${options.join(", ")}${more}`;
};

type RowProps = {
  readonly one: Unknown;
  /** Undefined if the person has not chosen this field. */
  readonly chosen: ProposedField | undefined;
  readonly error: unknown;
  readonly isLocked: boolean;
  readonly onChange: (next: ProposedField | undefined) => void;
};

const NewFieldRow = ({ one, chosen, error, isLocked, onChange }: RowProps) => {
  const { column, attribute } = one;
  return (
    <li className="flex flex-col gap-2 border-b border-line px-3 py-2 last:border-b-0">
      <label className="flex min-h-8 flex-wrap items-center gap-x-3 text-sm">
        <input
          type="checkbox"
          className="size-4.5 accent-accent"
          aria-label={texts.choose(column)}
          checked={chosen !== undefined}
          disabled={isLocked}
          onChange={({ target }) => onChange(target.checked ? { column, ...attribute } : undefined)}
        />
        <Data className="font-medium wrap-anywhere">{column}</Data>
        <Data className="min-w-0 flex-1 text-muted wrap-anywhere">{kindOf(one)}</Data>
      </label>
      {chosen !== undefined && (
        <div role="group" aria-label={texts.of(column)} className="grid gap-3 pl-7 sm:grid-cols-2">
          {(["label", "name"] as const).map((field) => (
            <TextField
              key={field}
              name={`${column}.${field}`}
              label={texts[field]}
              value={chosen[field]}
              disabled={isLocked}
              autoComplete="off"
              translate="no"
              onValueChange={(value) => onChange({ ...chosen, [field]: value })}
            />
          ))}
        </div>
      )}
      {error !== undefined && <InlineError error={error} />}
    </li>
  );
};

type NewFieldsProps = {
  readonly unknown: readonly Unknown[];
  readonly attributes: readonly Attribute[];
  readonly isLocked: boolean;
  /**
   * @param columns - The column of each new field, by the field's name.
   * @param known - All fields of the store, including the new ones.
   */
  readonly onCreated: (columns: Readonly<Record<string, string>>, known: readonly Attribute[]) => void;
};

/**
 * Lists the columns that the import would ignore, each with a field that could hold its values. A person chooses which
 * to define.
 */
export const NewFields = ({ unknown, attributes, isLocked, onCreated }: NewFieldsProps) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ProposedField>>(new Map());
  const { create, isPending, made, refused } = useCreateFields(onCreated);
  const isFull = attributes.length + chosen.size >= MAX_ATTRIBUTES;
  if (unknown.length === 0) return null;
  const change = (column: string, next: ProposedField | undefined) => {
    const others = new Map(chosen);
    if (next === undefined) others.delete(column);
    else others.set(column, next);
    setChosen(others);
  };
  const isBusy = isLocked || isPending;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{texts.title}</h3>
      <p className="text-sm text-muted">{isFull ? texts.full(MAX_ATTRIBUTES) : texts.help}</p>
      <ul className="max-h-[32rem] overflow-y-auto rounded-lg border border-line">
        {unknown.map((one) => (
          <NewFieldRow
            key={one.column}
            one={one}
            chosen={chosen.get(one.column)}
            error={refused?.column === one.column ? refused.reason : undefined}
            isLocked={isBusy || made.has(one.column) || (isFull && !chosen.has(one.column))}
            onChange={(next) => change(one.column, next)}
          />
        ))}
      </ul>
      <div>
        <Button
          disabled={chosen.size === 0 || isLocked}
          isBusy={isPending}
          onClick={() => create([...chosen.values()])}
        >
          {texts.add(chosen.size)}
        </Button>
      </div>
    </section>
  );
};

import type { Attribute } from "@petstore/contract/client";
import { foldWord } from "@petstore/contract/schemas";
import { useState } from "react";
import { importing } from "../../texts/importing";
import { own } from "./own";
import { SeveralFields } from "./several-fields";
import type { ValuesProps } from "./status-values";
import { type Option, ValueList, type ValueRow } from "./value-list";
import {
  choicesOf,
  describeSets,
  type Guess,
  type ImportedValues,
  keyOfSets,
  newOption,
  type Sets,
  type ValueMap,
  valuesOf,
} from "./value-maps";

const texts = importing.values;

const EMPTY: Sets = {};
/**
 * The key of the option that asks for the values of several fields. The keys of all other options are JSON, and this is
 * not, so it differs from them.
 */
const SEVERAL = "several";

const isMultiple = (sets: Guess): sets is Sets => Object.keys(sets ?? EMPTY).length > 1;

type Field = { readonly one: Attribute; readonly attributes: readonly Attribute[]; readonly map: ValueMap };

const labelOfGuess = (guess: Guess, { one, attributes }: Field): string => {
  if (guess === undefined) return texts.asWritten;
  if (guess === null) return texts.choose;
  return texts.guessed(Object.keys(guess).length === 0 ? texts.leaveEmpty : describeSets(guess, attributes, one.name));
};

/** Returns what a person can choose for a value, without the first option, which stands for no choice. */
const optionsFor = (value: string, offered: readonly Sets[], { one, attributes, map }: Field): readonly Option[] => {
  const added = newOption(one, value, map);
  const label = (sets: Sets): Option => ({
    value: keyOfSets(sets),
    label: describeSets(sets, attributes, one.name),
    isData: true,
  });
  const options = new Map(offered.map((sets) => [keyOfSets(sets), label(sets)]));
  options.set(keyOfSets(EMPTY), { value: keyOfSets(EMPTY), label: texts.leaveEmpty });
  options.set(SEVERAL, { value: SEVERAL, label: texts.several });
  if (added !== undefined) options.set(keyOfSets(added), { value: keyOfSets(added), label: texts.addOption(value) });
  return [...options.values()];
};

type AttributeValuesProps = ValuesProps & {
  /** The field that the column goes to. */
  readonly one: Attribute;
  readonly attributes: readonly Attribute[];
  /** The meanings that the service gives to the values; undefined before the file has been checked. */
  readonly imported: ImportedValues | undefined;
};

/** Asks what each value of a column means for a field that has only a few values. */
export const AttributeValues = (props: AttributeValuesProps) => {
  const { file, column, one, attributes, mapping, imported, isLocked, onChange } = props;
  const [several, setSeveral] = useState<string>();
  const map = own(mapping.values, column) ?? {};
  const field: Field = { one, attributes, map };
  // The service lists a value as it is first written, so the spelling may differ from the one before the check.
  const chosenFor = new Map(Object.entries(map).map(([value, sets]) => [foldWord(value), sets]));
  const found = imported?.values ?? valuesOf(file, column, one) ?? [];
  const guesses = new Map<string, Guess>(imported?.values.map(({ value, sets }) => [value, sets]));
  // A meaning that the service recognised for one value may also be right for another. Such a meaning can set two
  // fields, as "Neutered Male" does.
  const offered = [
    ...choicesOf(one),
    ...[...guesses.values()].filter(isMultiple),
    ...Object.values(map).filter(isMultiple),
  ];

  const change = (value: string, sets: Sets | undefined) => {
    const others = Object.entries(map).filter(([other]) => foldWord(other) !== foldWord(value));
    const next = Object.fromEntries(sets === undefined ? others : [...others, [value, sets]]);
    onChange({ ...mapping, values: { ...mapping.values, [column]: next } });
  };
  const choose = (value: string, key: string) => {
    setSeveral(key === SEVERAL ? value : undefined);
    if (key === SEVERAL) change(value, chosenFor.get(foldWord(value)) ?? guesses.get(value) ?? EMPTY);
    else change(value, key === "" ? undefined : (JSON.parse(key) as Sets));
  };
  const rowOf = ({ value, count }: (typeof found)[number]): ValueRow => {
    const chosen = chosenFor.get(foldWord(value));
    const guess = chosen === undefined ? guesses.get(value) : undefined;
    return {
      value,
      count,
      chosen: several === value ? SEVERAL : chosen === undefined ? "" : keyOfSets(chosen),
      isUnknown: chosen === undefined && guess === null,
      options: [
        { value: "", label: labelOfGuess(guess, field) },
        ...optionsFor(value, chosen === undefined ? offered : [...offered, chosen], field),
      ],
      details: several === value && (
        <SeveralFields
          {...{ value, attributes, isLocked }}
          sets={chosen ?? EMPTY}
          onChange={(sets) => change(value, sets)}
        />
      ),
    };
  };
  if (found.length === 0) return null;
  return (
    <ValueList
      {...{ column, isLocked }}
      rows={found.map(rowOf)}
      hasMore={imported?.hasMore === true}
      onChoose={choose}
    />
  );
};

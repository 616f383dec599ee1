import type { Attribute } from "@petstore/contract/client";
import { NativeSelect } from "../../components/native-select";
import { importing } from "../../texts/importing";
import { choicesOf, describeSets, isMappable, keyOfSets, type Sets } from "./value-maps";

const texts = importing.values;

/** Returns what a value sets, with one field replaced. */
const withField = (sets: Sets, name: string, change: Sets): Sets => {
  const { [name]: _, ...others } = sets;
  return { ...others, ...change };
};

type SeveralFieldsProps = {
  readonly value: string;
  readonly sets: Sets;
  readonly attributes: readonly Attribute[];
  readonly isLocked: boolean;
  readonly onChange: (sets: Sets) => void;
};

/** Asks for the value of each field that a value of the file can set. */
export const SeveralFields = ({ value, sets, attributes, isLocked, onChange }: SeveralFieldsProps) => (
  <div
    role="group"
    aria-label={texts.label(value)}
    className="grid w-full gap-2 rounded-lg bg-sunken p-3 sm:grid-cols-2"
  >
    {attributes
      .filter((one) => !one.isArchived && isMappable(one))
      .map((one) => {
        const own = Object.hasOwn(sets, one.name) ? keyOfSets({ [one.name]: sets[one.name] }) : "";
        return (
          <label key={one.name} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span translate="no">{one.label}</span>
            <NativeSelect
              className="w-40 max-w-full"
              options={[
                { value: "", label: texts.leaveEmpty },
                ...choicesOf(one).map((choice) => ({
                  value: keyOfSets(choice),
                  label: describeSets(choice, attributes, one.name),
                  isData: true,
                })),
              ]}
              value={own}
              disabled={isLocked}
              onValueChange={(key) => onChange(withField(sets, one.name, key === "" ? {} : (JSON.parse(key) as Sets)))}
            />
          </label>
        );
      })}
  </div>
);

import { PetStatus } from "@petstore/contract/schemas";
import { NativeSelect } from "../../components/native-select";
import { petFields } from "../../lib/pets/pet-fields";
import { t } from "../../texts";
import { importing } from "../../texts/importing";
import type { Mapping } from "./mapping";
import type { CsvFile } from "./read-file";
import { hasTooManyValues, OTHER_VALUES, statusFor, valuesToMap } from "./statuses";
import { ValueList, type ValueRow } from "./value-list";

const texts = importing.values;

export type ValuesProps = {
  readonly file: CsvFile;
  readonly column: string;
  readonly mapping: Mapping;
  readonly isLocked: boolean;
  readonly onChange: (mapping: Mapping) => void;
};

/** Asks which status each value of the status column means. */
export const StatusValues = ({ file, column, mapping, isLocked, onChange }: ValuesProps) => {
  const { statuses } = mapping;
  const options = PetStatus.options.map((value) => ({ value, label: t.common.status[value] }));
  const choose = (value: string, status: string) =>
    status !== "" && onChange({ ...mapping, statuses: { ...statuses, [value]: status as PetStatus } });
  if (hasTooManyValues(file, column)) {
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <p>{texts.tooManyStatuses}</p>
        <NativeSelect
          aria-label={petFields.status.label}
          options={options}
          value={statuses[OTHER_VALUES] ?? PetStatus.options[0]}
          disabled={isLocked}
          onValueChange={(status) => choose(OTHER_VALUES, status)}
        />
      </div>
    );
  }
  const rows = valuesToMap(file, column).map(({ value, count }): ValueRow => {
    const chosen = statusFor(statuses, value);
    const isUnknown = chosen === undefined;
    return {
      value,
      count,
      chosen: chosen ?? "",
      isUnknown,
      options: isUnknown ? [{ value: "", label: texts.choose }, ...options] : options,
    };
  });
  return rows.length === 0 ? null : <ValueList {...{ column, rows, isLocked }} onChoose={choose} />;
};

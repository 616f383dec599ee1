import { PetStatus } from "@petstore/contract/schemas";
import { DataLine } from "../../components/data";
import { NativeSelect } from "../../components/field";
import { Section } from "../../components/page";
import { petFields } from "../../lib/pets/pet-fields";
import { t } from "../../texts";
import { importing } from "../../texts/importing";
import { hasTooManyValues, type Mapping, statusFor, unmappedValues, valuesToMap } from "./mapping";
import type { CsvFile } from "./read-file";

const texts = importing;

type StatusMappingProps = {
  readonly file: CsvFile;
  readonly mapping: Mapping;
  readonly isLocked: boolean;
  readonly onChange: (statuses: Mapping["statuses"]) => void;
};

/** Asks which status each value of the status column means. */
export const StatusMapping = ({ file, mapping, isLocked, onChange }: StatusMappingProps) => {
  const { columns, statuses } = mapping;
  const options = PetStatus.options.map((value) => ({ value, label: t.common.status[value] }));
  const unknown = unmappedValues(file, mapping);
  const values = valuesToMap(file, columns.status);
  const isAll = hasTooManyValues(file, columns.status);
  if (values.length === 0 && !isAll) return null;
  const select = (value: string, label: string, chosen: PetStatus | undefined) => (
    <NativeSelect
      aria-label={label}
      className="w-36 shrink-0"
      options={chosen === undefined ? [{ value: "", label: texts.chooseStatus }, ...options] : options}
      value={chosen ?? ""}
      disabled={isLocked}
      onValueChange={(status) => status !== "" && onChange({ ...statuses, [value]: status as PetStatus })}
    />
  );
  return (
    <Section title={texts.statuses}>
      {isAll ? (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <p>{texts.tooManyValues}</p>
          {select("*", petFields.status.label, statuses["*"] ?? "available")}
        </div>
      ) : (
        <>
          <p className="text-sm text-muted">{texts.statusesHelp(columns.status)}</p>
          {unknown.length > 0 && <p className="text-sm font-medium">{texts.unknownStatuses(unknown.length)}</p>}
          <ul className="grid max-h-96 gap-x-8 gap-y-1 overflow-y-auto sm:grid-cols-2 xl:grid-cols-3">
            {values.map(({ value, count }) => (
              <li key={value} className="flex items-center gap-3 border-b border-line py-1 text-sm">
                <span className="flex min-w-0 flex-1 flex-col">
                  {value === "" ? (
                    <span className="text-muted">{texts.emptyValue}</span>
                  ) : (
                    <DataLine className="font-medium">{value}</DataLine>
                  )}
                  <span className="text-muted">{texts.valueRows(count)}</span>
                </span>
                {select(value, texts.valueLabel(value === "" ? texts.emptyValue : value), statusFor(mapping, value))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
};

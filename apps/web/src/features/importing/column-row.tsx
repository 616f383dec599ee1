import type { Attribute } from "@petstore/contract/client";
import { MAX_ATTRIBUTES } from "@petstore/contract/schemas";
import { Data } from "../../components/data";
import { marked } from "../../components/field";
import { NativeSelect } from "../../components/native-select";
import { importing } from "../../texts/importing";
import { AttributeValues } from "./attribute-values";
import { importFields } from "./import-fields";
import { attributeAt, fallbackOf, labelOfPlace, type Mapping } from "./mapping";
import { NewField, proposedField } from "./new-field";
import { LEFT_OUT, NEW_FIELD, type Place, type Placed, placeOf, type Places } from "./places";
import { own } from "./own";
import type { CsvFile } from "./read-file";
import { StatusValues } from "./status-values";
import type { UnknownColumn } from "./use-define";
import { type ImportedValues, isMappable } from "./value-maps";

const texts = importing;
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 60;

/** The data that all rows of the list need. */
export type ColumnContext = {
  readonly file: CsvFile;
  readonly mapping: Mapping;
  readonly places: Places;
  /** The fields that the store defines. */
  readonly attributes: readonly Attribute[];
  /** The product that wrote the file, if it was recognised. */
  readonly product: string | undefined;
  /** The columns of each field that was chosen for several columns. */
  readonly twice: ReadonlyMap<Place, readonly string[]>;
  /** The meanings of the columns' values according to the last check. */
  readonly imported: readonly ImportedValues[];
  /** The fields that the last check proposed. */
  readonly proposals: readonly UnknownColumn[];
  /** Why the field of a column was refused. */
  readonly refused: { readonly column: string; readonly reason: unknown } | undefined;
  readonly isLocked: boolean;
  readonly onChange: (mapping: Mapping) => void;
};

/** Returns different values of a column, which show what is in it. */
const samplesOf = ({ header, values, sample }: CsvFile, column: string): readonly string[] => {
  const at = header.indexOf(column);
  const found = values[at]?.map(({ value }) => value) ?? sample.map((fields) => (fields[at] ?? "").trim());
  return [...new Set(found.filter((value) => value !== ""))].slice(0, MAX_SAMPLES);
};

/** Returns the id of the control that says where a column goes, so that another part of the page can lead there. */
export const idOfColumn = ({ header }: Pick<CsvFile, "header">, column: string): string =>
  `import-column-${header.indexOf(column)}`;

/** Returns the places that a column can go to, with their labels. */
export const placeOptions = (attributes: readonly Attribute[], column: string, current: Place) => {
  const fields = attributes.filter(({ isArchived }) => !isArchived);
  // The service always reads a column of this name, whatever the person chose.
  const isSure = column === "externalId";
  const isFull = attributes.length >= MAX_ATTRIBUTES && current !== NEW_FIELD;
  return [
    ...(isSure ? [] : [{ value: LEFT_OUT, label: texts.leaveOut }]),
    ...importFields.map((one) => ({ value: one.column as Place, label: one.label })),
    ...fields.map((one) => ({ value: placeOf(one), label: one.label, isData: true })),
    ...(isFull ? [] : [{ value: NEW_FIELD, label: texts.newField }]),
  ];
};

const reasonOf = ({ reason }: Placed, product: string | undefined): string | undefined => {
  if (reason === undefined) return undefined;
  return reason === "product" ? texts.reasons.product(product ?? "") : texts.reasons[reason];
};

const FallbackName = ({ file, mapping, places, isLocked, onChange }: ColumnContext) => (
  <label className="flex flex-wrap items-center gap-2 text-sm">
    {texts.fallbackName}
    <NativeSelect
      options={[
        { value: "", label: texts.noColumn },
        ...file.header.map((label) => ({ value: label, label, isData: true })),
      ]}
      value={fallbackOf(file, mapping, places)}
      disabled={isLocked}
      className="max-w-60"
      onValueChange={(fallbackName) => onChange({ ...mapping, fallbackName })}
    />
  </label>
);

type ColumnRowProps = { readonly column: string; readonly context: ColumnContext };

/** The settings of a column in addition to the place that it goes to. */
const Details = ({ column, context }: ColumnRowProps) => {
  const { file, mapping, places, attributes, imported, proposals, refused, isLocked, onChange } = context;
  const place = places.get(column)?.place ?? LEFT_OUT;
  if (place === "name") return <FallbackName {...context} />;
  if (place === "category") return <p className="text-sm text-muted">{texts.categoryHelp}</p>;
  if (place === "status") return <StatusValues {...{ file, column, mapping, isLocked, onChange }} />;
  if (place === NEW_FIELD) {
    const proposal = proposals.find((one) => one.column === column);
    return (
      <NewField
        {...{ file, proposal, isLocked }}
        field={own(mapping.newFields, column) ?? proposedField(column, proposal)}
        error={refused?.column === column ? refused.reason : undefined}
        onChange={(field) => onChange({ ...mapping, newFields: { ...mapping.newFields, [column]: field } })}
      />
    );
  }
  const one = attributeAt(place, attributes);
  if (one === undefined || !isMappable(one)) return null;
  const known = imported.find((each) => each.column === column && each.attribute === one.name);
  return <AttributeValues {...{ file, column, one, attributes, mapping, isLocked, onChange }} imported={known} />;
};

/** A column of the file: its name, some of its values, and where it goes. */
export const ColumnRow = ({ column, context }: ColumnRowProps) => {
  const { file, mapping, places, attributes, product, twice, isLocked, onChange } = context;
  const id = idOfColumn(file, column);
  const placed = places.get(column) ?? { place: LEFT_OUT };
  const samples = samplesOf(file, column);
  const others = (twice.get(placed.place) ?? []).filter((other) => other !== column);
  const field = labelOfPlace(placed.place, attributes);
  const note = others.length > 0 ? texts.chosenTwice(field, others) : reasonOf(placed, product);
  return (
    <li className="flex flex-col gap-2 border-b border-line px-3 py-3 last:border-b-0">
      <div className="grid items-start gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
            <Data>{column}</Data>
          </label>
          {samples.length === 0 ? (
            <p className="text-sm text-muted">{texts.noValues}</p>
          ) : (
            <p className="text-sm text-muted">
              {samples.map((sample, at) => (
                <Data key={sample} className="wrap-anywhere">
                  {at > 0 && " · "}
                  {sample.length > MAX_SAMPLE_LENGTH ? `${sample.slice(0, MAX_SAMPLE_LENGTH)}…` : sample}
                </Data>
              ))}
            </p>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-1">
          <NativeSelect
            id={id}
            className="w-full"
            options={placeOptions(attributes, column, placed.place)}
            value={placed.place}
            disabled={isLocked}
            aria-describedby={note === undefined ? undefined : `${id}-note`}
            {...marked(others.length > 0)}
            onValueChange={(place) => onChange({ ...mapping, places: { ...mapping.places, [column]: place } })}
          />
          {note !== undefined && (
            <p id={`${id}-note`} className={others.length > 0 ? "text-sm text-danger" : "text-sm text-muted"}>
              {note}
            </p>
          )}
        </div>
      </div>
      <Details column={column} context={context} />
    </li>
  );
};

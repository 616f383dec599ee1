import type { Attribute, PetImportDryRun } from "@petstore/contract/client";
import { ATTRIBUTE_COLUMN } from "@petstore/contract/schemas";
import { ValueText } from "../../components/data";
import { Cell, HeaderCell, Table } from "../../components/table";
import { showAttribute } from "../../lib/pets/attribute-types";
import { petFields } from "../../lib/pets/pet-fields";
import { formatNumber } from "../../lib/text/format";
import { dataValue, noValue, textValue, type Value } from "../../lib/text/value";
import { t } from "../../texts";
import { importing } from "../../texts/importing";

const texts = importing.changes;

type Change = PetImportDryRun["changes"]["first"][number];

const isStatus = (value: unknown): value is keyof typeof t.common.status =>
  typeof value === "string" && Object.hasOwn(t.common.status, value);

const attributeOf = (field: string, attributes: readonly Attribute[]): Attribute | undefined =>
  attributes.find(({ name }) => field === ATTRIBUTE_COLUMN + name);

const labelOf = (field: string, attributes: readonly Attribute[]): Value => {
  const attribute = attributeOf(field, attributes);
  if (attribute !== undefined) return dataValue(attribute.label);
  const name = field === "category" ? "categoryId" : field;
  return Object.hasOwn(petFields, name) ? textValue(petFields[name as keyof typeof petFields].label) : dataValue(field);
};

const showValue = (field: string, value: unknown, attributes: readonly Attribute[]): Value => {
  if (value === null || value === undefined) return noValue;
  const attribute = attributeOf(field, attributes);
  if (attribute !== undefined) return showAttribute(attribute, value);
  if (field === "status" && isStatus(value)) return textValue(t.common.status[value]);
  if (field === "category" && typeof value === "number") return textValue(t.common.noName(value));
  return dataValue(typeof value === "string" ? value : JSON.stringify(value));
};

type Props = { readonly changes: PetImportDryRun["changes"]; readonly attributes: readonly Attribute[] };

/**
 * Shows what an import would change in existing animals: the number of values, and the first of these values, with the
 * old and the new one side by side.
 */
export const PlannedChanges = ({ changes: { values, pets, first }, attributes }: Props) => (
  <div className="flex flex-col gap-2">
    <h3 className="text-sm font-semibold">{texts.title}</h3>
    <p className="text-sm">{values === 0 ? texts.none : texts.count(values, pets)}</p>
    {first.length > 0 && (
      <Table label={texts.title}>
        <thead>
          <tr>
            <HeaderCell className="w-0 text-right">{importing.previewLine}</HeaderCell>
            <HeaderCell>{texts.field}</HeaderCell>
            <HeaderCell>{texts.before}</HeaderCell>
            <HeaderCell>{texts.after}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {first.map((change: Change) => (
            <tr key={`${change.line} ${change.field}`}>
              <Cell className="text-right text-muted tabular-nums">{formatNumber(change.line)}</Cell>
              <Cell>
                <ValueText value={labelOf(change.field, attributes)} />
              </Cell>
              {[change.before, change.after].map((value, at) => (
                <Cell key={String(at)} className="max-w-60 truncate">
                  <ValueText value={showValue(change.field, value, attributes)} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    )}
    {values > first.length && first.length > 0 && (
      <p className="text-sm text-muted">{texts.more(values - first.length)}</p>
    )}
  </div>
);

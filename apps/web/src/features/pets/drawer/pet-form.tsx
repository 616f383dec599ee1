import type { PetFields as Fields } from "@petstore/contract/client";
import { Name, PetFields, PetStatus } from "@petstore/contract/schemas";
import type { ComponentType, Ref } from "react";
import { ContractForm } from "../../../components/contract-form";
import { TextField } from "../../../components/field";
import { Segments } from "../../../components/segments";
import { isOptionalField } from "../../../lib/pets/optional-fields";
import {
  mapFields,
  type PetFieldKind,
  type PetFieldName,
  petFieldNames,
  petFields,
  type TypedFields,
} from "../../../lib/pets/pet-fields";
import { t } from "../../../texts";
import { CategoryField } from "./category-field";

type InputProps<Value> = {
  readonly name: PetFieldName;
  readonly label: string;
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly isReserved: boolean;
  readonly inputRef?: Ref<HTMLElement>;
};

const hasLines = (name: PetFieldName): boolean => PetFields.shape[name].safeParse("one\nother").success;

const TextInput = ({ name, label, value, onChange, inputRef }: InputProps<string>) => (
  <TextField
    {...(inputRef && { ref: inputRef })}
    name={name}
    label={label}
    value={value ?? ""}
    onValueChange={onChange}
    isOptional={isOptionalField(name)}
    autoComplete="off"
    translate="no"
    {...(hasLines(name) && { render: <textarea rows={4} /> })}
  />
);

const CategoryInput = ({ label, value, onChange }: InputProps<number>) => (
  <CategoryField label={label} value={value} onChange={onChange} />
);

const statusesNow = () => PetStatus.options.map((value) => ({ value, label: t.common.status[value] }));

const StatusInput = ({ name, label, value, isReserved, onChange }: InputProps<PetStatus>) => (
  <Segments
    isField
    name={name}
    label={label}
    value={value}
    options={statusesNow()}
    onChange={onChange}
    isDisabled={isReserved}
  >
    {isReserved && <p className="text-sm text-muted">{t.petDrawer.reserved}</p>}
  </Segments>
);

/** The input of each kind of field. */
const inputs = { text: TextInput, category: CategoryInput, status: StatusInput } as unknown as Readonly<
  Record<PetFieldKind, ComponentType<InputProps<unknown>>>
>;

/** An empty text becomes null if the contract allows null. */
const toInput = (typed: TypedFields) =>
  mapFields((name) => {
    const value = typed[name];
    if (isOptionalField(name)) return value === "" ? null : value;
    return value ?? undefined;
  });

/**
 * What the form accepts. The published interface also accepts a name that has only invisible characters, so the schema of
 * a pet does, but nobody could find such an animal in a list.
 */
const Form = PetFields.extend({ name: Name });

type PetFormProps = {
  readonly id: string;
  readonly fields: TypedFields;
  readonly onChange: (change: Partial<Fields>) => void;
  readonly onSubmit: (fields: Fields) => void;
  readonly error: unknown;
  readonly isReserved?: boolean;
  readonly nameRef?: Ref<HTMLElement>;
};

/** The fields of an animal, by the contract's rules. */
export const PetForm = ({ id, fields, onChange, onSubmit, error, isReserved = false, nameRef }: PetFormProps) => (
  <ContractForm id={id} schema={Form} toInput={() => toInput(fields)} onSubmit={onSubmit} error={error}>
    {petFieldNames.map((name) => {
      const { kind, label } = petFields[name];
      const Input = inputs[kind];
      return (
        <Input
          key={name}
          name={name}
          label={label}
          value={fields[name]}
          isReserved={isReserved}
          {...(name === "name" && nameRef && { inputRef: nameRef })}
          onChange={(value) => onChange({ [name]: value })}
        />
      );
    })}
  </ContractForm>
);

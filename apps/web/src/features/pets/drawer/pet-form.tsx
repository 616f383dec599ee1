import type { PetFields as Fields } from "@petstore/contract/client";
import { PetFields, PetStatus } from "@petstore/contract/schemas";
import type { Ref } from "react";
import { ContractForm } from "../../../components/contract-form";
import { TextField } from "../../../components/field";
import { t } from "../../../texts";
import { CategoryField } from "./category-field";

const texts = t.petDrawer;

/** What the form shows; a new animal has no category at first. */
type TypedPet = {
  readonly name: string;
  readonly categoryId: number | null;
  readonly status: PetStatus;
};

type StatusFieldProps = {
  readonly value: PetStatus;
  readonly isReserved: boolean;
  readonly onChange: (status: PetStatus) => void;
};

const StatusField = ({ value, isReserved, onChange }: StatusFieldProps) => (
  <fieldset disabled={isReserved} className="flex min-w-0 flex-col gap-1">
    <legend className="mb-1 text-sm font-medium">{texts.status}</legend>
    <div className="grid grid-cols-3 overflow-hidden rounded-md border border-control-line bg-surface text-sm">
      {PetStatus.options.map((status) => (
        <label
          key={status}
          className="flex min-h-9 cursor-pointer items-center justify-center border-r border-control-line px-2 last:border-r-0 has-checked:font-medium has-disabled:cursor-not-allowed has-[:checked:enabled]:chosen has-[:checked:disabled]:chosen-inactive has-[:disabled:not(:checked)]:inactive has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="status"
            className="sr-only"
            checked={value === status}
            onChange={() => onChange(status)}
          />
          {t.common.status[status]}
        </label>
      ))}
    </div>
    {isReserved && <p className="text-sm text-muted">{texts.reserved}</p>}
  </fieldset>
);

type PetFormProps = {
  readonly id: string;
  readonly fields: TypedPet;
  readonly onChange: (change: Partial<Fields>) => void;
  readonly onSubmit: (fields: Fields) => void;
  readonly error: unknown;
  readonly isReserved?: boolean;
  readonly nameRef?: Ref<HTMLElement>;
};

/** The fields of an animal, by the contract's rules. */
export const PetForm = ({ id, fields, onChange, onSubmit, error, isReserved = false, nameRef }: PetFormProps) => (
  <ContractForm
    id={id}
    schema={PetFields}
    toInput={() => ({ name: fields.name, categoryId: fields.categoryId ?? undefined, status: fields.status })}
    onSubmit={onSubmit}
    error={error}
  >
    <TextField
      {...(nameRef && { ref: nameRef })}
      name="name"
      label={texts.name}
      value={fields.name}
      onValueChange={(name) => onChange({ name })}
      autoComplete="off"
      translate="no"
    />
    <CategoryField value={fields.categoryId} onChange={(categoryId) => onChange({ categoryId })} />
    <StatusField value={fields.status} isReserved={isReserved} onChange={(status) => onChange({ status })} />
  </ContractForm>
);

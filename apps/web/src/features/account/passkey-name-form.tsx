import { PasskeyRename } from "@petstore/contract/schemas";
import { ContractForm } from "../../components/contract-form";
import { TextField } from "../../components/field";
import { t } from "../../texts";

const PasskeyName = PasskeyRename.pick({ name: true });

type PasskeyNameFormProps = {
  readonly id: string;
  readonly name: string;
  readonly onSubmit: (name: string) => void;
  readonly error: unknown;
};

export const PasskeyNameForm = ({ id, name, onSubmit, error }: PasskeyNameFormProps) => (
  <ContractForm
    id={id}
    schema={PasskeyName}
    toInput={({ name: typed }) => ({ name: typed })}
    onSubmit={({ name: given }) => onSubmit(given)}
    error={error}
  >
    <TextField name="name" label={t.passkeys.name} help={t.passkeys.nameHelp} defaultValue={name} autoComplete="off" />
  </ContractForm>
);

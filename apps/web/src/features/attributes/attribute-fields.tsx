import { AttributeType } from "@petstore/contract/schemas";
import type { Ref } from "react";
import { SelectField, TextField } from "../../components/field";
import { Switch } from "../../components/switch";
import { attributeTypes, typeOf } from "../../lib/pets/attribute-types";
import { t } from "../../texts";
import { CategoryChoice } from "./category-choice";
import { type AttributeForm as Form, previewOf } from "./form-values";
import { slugOf } from "../../lib/pets/slugs";
import { OptionsEditor } from "./options-editor";
import { Preview } from "./preview";

const texts = t.attributes.form;

const types = AttributeType.options.map((value) => ({ value, label: attributeTypes[value].label }));

type PartProps = { readonly form: Form; readonly onChange: (change: Partial<Form>) => void };

const NumberParts = ({ form, onChange }: PartProps) => (
  <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
    {(["unit", "decimals", "minimum", "maximum"] as const).map((name) => (
      <TextField
        key={name}
        name={name}
        label={texts[name]}
        value={form[name]}
        onValueChange={(text) => onChange({ [name]: text })}
        autoComplete="off"
        {...(name !== "unit" && { inputMode: "decimal" as const })}
      />
    ))}
  </div>
);

const KindOf = ({ form, onChange, isNew }: PartProps & { readonly isNew: boolean }) => (
  <>
    {isNew && (
      <TextField
        name="name"
        label={texts.name}
        help={texts.nameHelp}
        value={form.name ?? slugOf(form.label)}
        onValueChange={(name) => onChange({ name: name === "" ? undefined : name })}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        translate="no"
      />
    )}
    <SelectField
      name="type"
      label={texts.type}
      help={isNew ? typeOf(form)?.help : texts.typeFixed}
      options={types}
      value={form.type}
      disabled={!isNew}
      onValueChange={(type) => onChange({ type })}
    />
  </>
);

type AttributeFieldsProps = PartProps & { readonly isNew: boolean; readonly labelRef?: Ref<HTMLInputElement> };

/** The form to define a field, with a preview of how the field will look. */
export const AttributeFields = ({ form, onChange, isNew, labelRef }: AttributeFieldsProps) => {
  const type = typeOf(form);
  return (
    <>
      <Preview one={previewOf(form)} />
      <TextField
        {...(labelRef && { ref: labelRef })}
        name="label"
        label={texts.label}
        value={form.label}
        onValueChange={(label) => onChange({ label })}
        maxLength={60}
        autoComplete="off"
      />
      <KindOf form={form} onChange={onChange} isNew={isNew} />
      {type?.isNumber === true && <NumberParts form={form} onChange={onChange} />}
      {type !== undefined && type.options !== "none" && (
        <OptionsEditor
          label={type.options === "values" ? texts.options : texts.suggestions}
          options={form.options}
          onChange={(options) => onChange({ options })}
        />
      )}
      <TextField
        name="help"
        label={texts.help}
        help={texts.helpHelp}
        isOptional
        value={form.help}
        onValueChange={(help) => onChange({ help })}
        maxLength={500}
        autoComplete="off"
      />
      <CategoryChoice value={form.categoryIds} onChange={(categoryIds) => onChange({ categoryIds })} />
      <Switch
        label={texts.isPublic}
        help={texts.isPublicHelp}
        isOn={form.isPublic}
        onChange={(isPublic) => onChange({ isPublic })}
      />
      <Switch
        label={texts.isAskedAtIntake}
        help={texts.isAskedAtIntakeHelp}
        isOn={form.isAskedAtIntake}
        onChange={(isAskedAtIntake) => onChange({ isAskedAtIntake })}
      />
    </>
  );
};

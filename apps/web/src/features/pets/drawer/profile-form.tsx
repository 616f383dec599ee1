import type { Attribute } from "@petstore/contract/client";
import { useEffect, useRef } from "react";
import { AttributeInput, FieldGrid } from "../../../components/attribute-input";
import { InlineError } from "../../../components/states";
import { type Typed, typeOf } from "../../../lib/pets/attribute-types";
import type { FieldErrors } from "../../../lib/service/field-errors";
import { externalIdField } from "./profile-edits";

export const isWide = (one: Attribute): boolean => typeOf(one)?.isWide === true;

/** Short fields first, then those that need the whole width, and last the number elsewhere. */
export const grouped = (fields: readonly Attribute[]): readonly Attribute[] =>
  [0, 1, 2].flatMap((group) => fields.filter((one) => (one === externalIdField ? 2 : isWide(one) ? 1 : 0) === group));

/** Takes the focus to a field that was clicked, or that the service refused. */
const useFocusOn = (name: string | undefined, error: unknown) => {
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (name === undefined) return;
    const field = box.current?.querySelector(`[data-field="${name}"]`);
    field?.querySelector<HTMLElement>("input:not([type=radio]), input:checked, select, textarea")?.focus();
    // A field that is refused once more shows once more, also one whose input is drawn by its label.
    if (error !== null) field?.scrollIntoView({ block: "center" });
  }, [name, error]);
  return box;
};

type ProfileFormProps = {
  readonly fields: readonly Attribute[];
  readonly typed: (one: Attribute) => Typed;
  readonly onChange: (one: Attribute, typed: Typed) => void;
  readonly error: unknown;
  /** What the service said of the fields. */
  readonly errors: FieldErrors;
  /** The name of the field that was asked for. */
  readonly focusOn?: string | undefined;
  readonly onSubmit: () => void;
};

/** The inputs of what a store knows of an animal. */
export const ProfileForm = ({ fields, typed, onChange, error, errors, focusOn, onSubmit }: ProfileFormProps) => {
  const wrong = fields.find(({ name }) => errors[name] !== undefined);
  const box = useFocusOn(wrong?.name ?? focusOn, error);
  const names = Object.keys(errors);
  const isExplained = names.length > 0 && names.every((name) => fields.some((one) => one.name === name));
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-col gap-4"
    >
      <FieldGrid>
        {grouped(fields).map((one) => (
          <div
            key={one.name}
            data-field={one.name}
            className={isWide(one) || one === externalIdField ? "min-w-0 min-[26rem]:col-span-2" : "min-w-0"}
          >
            <AttributeInput
              one={one}
              value={typed(one)}
              onChange={(next) => onChange(one, next)}
              error={errors[one.name]}
            />
          </div>
        ))}
      </FieldGrid>
      {error !== null && !isExplained && <InlineError error={error} />}
      {/* Enter submits a form of several fields only if it has a button; that in sight is the drawer's. */}
      <button type="submit" hidden />
    </form>
  );
};

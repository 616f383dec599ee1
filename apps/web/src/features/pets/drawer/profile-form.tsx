import type { Attribute } from "@petstore/contract/client";
import { useEffect, useRef, useState } from "react";
import { AttributeInput, FieldGrid } from "../../../components/attribute-input";
import { InlineError } from "../../../components/states";
import { type Typed, typeOf } from "../../../lib/pets/attribute-types";
import { explainValue, type ValueError } from "../../../lib/pets/explain-value";
import type { FieldErrors } from "../../../lib/service/field-errors";
import { externalIdField } from "./profile-edits";

export const isWide = (one: Attribute): boolean => typeOf(one)?.isWide === true;

/** Puts short fields first, then those that need the whole width, and last the number in another system. */
export const grouped = (fields: readonly Attribute[]): readonly Attribute[] =>
  [0, 1, 2].flatMap((group) => fields.filter((one) => (one === externalIdField ? 2 : isWide(one) ? 1 : 0) === group));

/** Moves the focus to a field that was clicked or refused. */
const useFocusOn = (name: string | undefined, error: unknown) => {
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (name === undefined) return;
    const field = box.current?.querySelector(`[data-field="${name}"]`);
    field?.querySelector<HTMLElement>("input:not([type=radio]), input:checked, select, textarea")?.focus();
    // Shows the error again when the same field is refused again, even if its label draws the input.
    if (error !== null) field?.scrollIntoView({ block: "center" });
  }, [name, error]);
  return box;
};

type Reasons = Readonly<Record<string, ValueError>>;

/** Says why the values were refused. The reasons stay as they were at the refusal while the person types other values. */
const useReasons = (
  fields: readonly Attribute[],
  typed: (one: Attribute) => Typed,
  errors: FieldErrors,
  error: unknown,
): Reasons => {
  const explain = (): Reasons =>
    Object.fromEntries(
      fields.flatMap((one) => {
        const refusal = errors[one.name];
        if (refusal === undefined) return [];
        return [[one.name, explainValue(one, typeOf(one)?.toValue(typed(one), one), refusal)] as const];
      }),
    );
  const [known, setKnown] = useState(() => ({ error, reasons: explain() }));
  if (known.error === error) return known.reasons;
  const now = { error, reasons: explain() };
  setKnown(now);
  return now.reasons;
};

type ProfileFormProps = {
  readonly fields: readonly Attribute[];
  readonly typed: (one: Attribute) => Typed;
  readonly onChange: (one: Attribute, typed: Typed) => void;
  readonly error: unknown;
  /** The service's messages about the fields. */
  readonly errors: FieldErrors;
  /** The name of the field that the person clicked. */
  readonly focusOn?: string | undefined;
  readonly onSubmit: () => void;
};

/** The inputs of an animal's details. */
export const ProfileForm = ({ fields, typed, onChange, error, errors, focusOn, onSubmit }: ProfileFormProps) => {
  const wrong = fields.find(({ name }) => errors[name] !== undefined);
  const box = useFocusOn(wrong?.name ?? focusOn, error);
  const names = Object.keys(errors);
  const reasons = useReasons(fields, typed, errors, error);
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
              error={reasons[one.name]}
            />
          </div>
        ))}
      </FieldGrid>
      {error !== null && !isExplained && <InlineError error={error} />}
      {/* Enter submits a form of several fields only if the form contains a button. The button that people see belongs to the drawer. */}
      <button type="submit" hidden />
    </form>
  );
};

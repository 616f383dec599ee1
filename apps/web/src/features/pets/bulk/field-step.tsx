import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { AttributeInput } from "../../../components/attribute-input";
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { SelectField } from "../../../components/field";
import { FormActions } from "../../../components/form-actions";
import { LoadError } from "../../../components/states";
import { attributesQuery } from "../../../lib/pets/attributes";
import { isSameValue, type Typed, typeOf } from "../../../lib/pets/attribute-types";
import { t } from "../../../texts";
import type { FieldAction } from "./bulk-action";
import type { Bulk } from "./use-bulk";

const texts = t.pets.bulk.field;

type FieldStepProps = {
  readonly bulk: Bulk;
  /** The choice that the service has refused. */
  readonly last: FieldAction | undefined;
  readonly finalFocus: () => HTMLElement | null;
};

/** Asks for the field and its new value, which may be no value. */
export const FieldStep = ({ bulk, last, finalFocus }: FieldStepProps) => {
  const form = useId();
  const query = useQuery(attributesQuery);
  const fields = query.data?.filter((one) => !one.isArchived && typeOf(one) !== undefined) ?? [];
  const [name, setName] = useState(last?.one.name);
  const one = fields.find((field) => field.name === name) ?? fields[0];
  const type = one && typeOf(one);
  const [typed, setTyped] = useState<Typed | undefined>(() => last && typeOf(last.one)?.toTyped(last.value));
  const [isClearing, setIsClearing] = useState(last?.value === null);
  const given = typed ?? type?.toTyped(null) ?? "";
  const value = one === undefined || isClearing ? null : (type?.toValue(given, one) ?? null);
  const isMissing = one === undefined || (!isClearing && isSameValue(value, null));
  return (
    <Dialog
      isOpen
      onClose={bulk.close}
      finalFocus={finalFocus}
      title={t.pets.bulk.titles.field}
      description={texts.help}
      actions={
        one === undefined ? (
          <Button onClick={bulk.close}>{t.common.close}</Button>
        ) : (
          <FormActions form={form} onCancel={bulk.close} label={t.pets.bulk.continue} isBusy={false} />
        )
      }
    >
      <LoadError query={query} isInline />
      {one === undefined ? (
        query.data !== undefined && <p className="text-sm">{texts.none}</p>
      ) : (
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isMissing) bulk.open({ kind: "field", one, value });
          }}
          className="flex flex-col gap-4"
        >
          <SelectField
            name="field"
            label={texts.field}
            value={one.name}
            options={fields.map((field) => ({ value: field.name, label: field.label, isData: true }))}
            onValueChange={(next) => {
              setName(next);
              setTyped(undefined);
            }}
          />
          {!isClearing && <AttributeInput key={one.name} one={one} value={given} onChange={setTyped} />}
          <label className="flex min-h-9 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4.5 accent-accent"
              checked={isClearing}
              onChange={({ target }) => setIsClearing(target.checked)}
            />
            {texts.clear}
          </label>
          {isMissing && <p className="text-sm text-muted">{texts.missing}</p>}
        </form>
      )}
    </Dialog>
  );
};

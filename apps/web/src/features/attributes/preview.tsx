import type { Attribute } from "@petstore/contract/client";
import { useState } from "react";
import { AttributeInput } from "../../components/attribute-input";
import { type Typed, typeOf } from "../../lib/pets/attribute-types";
import { t } from "../../texts";

/** Shows the field as it will look in the form of an animal. When the type changes, the typed value is discarded. */
export const Preview = ({ one }: { readonly one: Attribute }) => {
  const [tried, setTried] = useState<{ readonly type: string; readonly value: Typed }>();
  const type = typeOf(one);
  if (type === undefined) return null;
  const value = tried?.type === one.type ? tried.value : type.toTyped(null);
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-dashed border-control-line bg-page p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-sm font-semibold">{t.attributes.preview}</h3>
        <p className="text-sm text-muted">{t.attributes.previewHelp}</p>
      </div>
      <AttributeInput
        one={{ ...one, label: one.label || t.attributes.new }}
        value={value}
        onChange={(next) => setTried({ type: one.type, value: next })}
      />
    </section>
  );
};

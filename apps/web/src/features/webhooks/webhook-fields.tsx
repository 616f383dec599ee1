import type { WebhookEndpoint } from "@petstore/contract/client";
import { EventType } from "@petstore/contract/schemas";
import { useState } from "react";
import { Data } from "../../components/data";
import { TextField } from "../../components/field";
import { webhooks } from "../../texts/webhooks";
import { eventWords } from "./event-words";

const texts = webhooks;

type Types = WebhookEndpoint["types"];

type TypeChoiceProps = { readonly types: Types; readonly onChange: (types: Types) => void };

const TypeChoice = ({ types, onChange }: TypeChoiceProps) => (
  <fieldset className="flex min-w-0 flex-col gap-1">
    <legend className="text-sm font-medium">{texts.fields.types}</legend>
    <p className="text-sm text-muted">{texts.typesHelp}</p>
    <ul className="grid gap-x-4 sm:grid-cols-2">
      {EventType.options.map((type) => (
        <li key={type}>
          <label className="flex min-h-8 items-start gap-2 py-1.5 text-sm pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="mt-px size-4.5 shrink-0 accent-accent"
              checked={types.includes(type)}
              onChange={({ target }) =>
                onChange(target.checked ? [...types, type] : types.filter((other) => other !== type))
              }
            />
            <span className="min-w-0">
              {eventWords(type)} <span className="block text-muted">{texts.sentences[type]}</span>
              <Data className="block font-mono text-xs text-muted">{type}</Data>
            </span>
          </label>
        </li>
      ))}
    </ul>
  </fieldset>
);

/** Returns the trimmed text of a field. */
export const typed = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Returns what the form sends. An empty description counts as none, and the types are in the contract's order. */
export const toFields = ({ url, description }: Readonly<Record<string, unknown>>, types: Types) => ({
  url: typed(url),
  description: typed(description) || null,
  types: EventType.options.filter((type) => types.includes(type)),
});

/** @returns the fields of the form, and the chosen types */
export const useWebhookFields = (one?: WebhookEndpoint) => {
  const [types, setTypes] = useState<Types>(one?.types ?? []);
  const fields = (
    <>
      <TextField
        name="url"
        type="url"
        label={texts.fields.url}
        help={texts.urlHelp}
        defaultValue={one?.url ?? ""}
        autoComplete="off"
      />
      <TextField
        name="description"
        label={texts.fields.description}
        help={texts.descriptionHelp}
        defaultValue={one?.description ?? ""}
        maxLength={200}
        autoComplete="off"
        isOptional
      />
      <TypeChoice types={types} onChange={setTypes} />
    </>
  );
  return { fields, types };
};

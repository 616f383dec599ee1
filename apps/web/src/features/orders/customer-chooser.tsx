import type { Customer } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button";
import { CustomerFields } from "../../components/customer-fields";
import { Data } from "../../components/data";
import type { FormTexts } from "../../components/contract-form";
import { TextField } from "../../components/field";
import { useFaces } from "../../components/found";
import { Picker } from "../../components/picker";
import { LoadError } from "../../components/states";
import { contactOf, customersQuery, searchedCustomers } from "../../lib/customers/customers";
import { useSuggestions } from "../../lib/search/suggestions";
import { t } from "../../texts";
import { customers } from "../../texts/customers";

/**
 * A known customer, the name of a new one, or undefined if nothing is chosen.
 * @property known - Undefined while the customer is loading. The form can be sent before that.
 */
export type Chosen =
  | { readonly knownId: number; readonly known: Customer | undefined }
  | { readonly newName: string }
  | undefined;

const chosenOf = (known: Customer): Chosen => ({ knownId: known.id, known });

const given = (value: unknown) => (value === "" ? undefined : value);

/** Returns the part of the request that a form with {@link CustomerChooser} fills in. */
export const customerInput = (chosen: Chosen, values: Readonly<Record<string, unknown>>) => {
  if (chosen === undefined) return {};
  if ("knownId" in chosen) return { customerId: chosen.knownId };
  const entries = ["name", "email", "phone", "address"].map((field) => [field, given(values[`customer.${field}`])]);
  return { customer: Object.fromEntries(entries) };
};

/** The id of the choice that adds a new customer. Real ids begin at 1. */
const NEW = 0;

type CustomerPickerProps = {
  readonly onPick: (chosen: Chosen) => void;
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly error?: string | undefined;
};

const CustomerPicker = ({ onPick, onSearch, error }: CustomerPickerProps) => {
  const [text, setText] = useState("");
  const typed = text.trim();
  const { asked, suggestions, isCurrent } = useSuggestions(text);
  const faceOf = useFaces(suggestions);
  const isAsked = searchedCustomers(asked) !== undefined;
  const query = useQuery({ ...customersQuery(asked), enabled: isAsked });
  const isFound = searchedCustomers(typed) !== undefined;
  const found = (isFound ? (query.data ?? []) : []).map((one) => {
    const suggestion = suggestions.find(({ kind, id }) => kind === "customer" && id === one.id);
    const plain = { label: one.name, detail: null, reason: <Data>{contactOf(one)}</Data> };
    return { ...plain, ...(suggestion && faceOf(suggestion)), id: one.id, detail: null };
  });
  const added = { id: NEW, label: customers.addNew(typed), detail: null };
  return (
    <>
      <LoadError query={query} isInline />
      <Picker
        name="customerId"
        label={customers.label}
        placeholder={customers.hint}
        text={text}
        onTextChange={(next) => {
          setText(next);
          onSearch?.(next);
        }}
        error={error}
        choices={typed === "" ? [] : [...found, added]}
        isCurrent={isCurrent && !(isAsked && query.isPlaceholderData)}
        onPick={({ id }) => {
          const known = query.data?.find((one) => one.id === id);
          onPick(known === undefined ? { newName: typed } : chosenOf(known));
        }}
        note={customers.help}
      />
      <span>
        <Button onClick={() => onPick({ newName: typed })}>{customers.addUnnamed}</Button>
      </span>
    </>
  );
};

type CustomerChooserProps = {
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  /** Called with the text of the search, which chooses nobody yet. */
  readonly onSearch?: ((text: string) => void) | undefined;
  /** A problem with the search. */
  readonly error?: string | undefined;
  /** The texts that were typed earlier. */
  readonly texts?: FormTexts | undefined;
};

/** Chooses the customer of an order. A person finds a known customer by typing, or adds a new one. */
export const CustomerChooser = ({ chosen, onChoose, onSearch, error, texts }: CustomerChooserProps) => {
  if (chosen === undefined) return <CustomerPicker onPick={onChoose} onSearch={onSearch} error={error} />;
  return (
    <>
      {"knownId" in chosen ? (
        <TextField
          name="customerId"
          label={customers.label}
          value={
            chosen.known ? [chosen.known.name, contactOf(chosen.known)].filter(Boolean).join(" · ") : t.common.loading
          }
          readOnly
          translate="no"
        />
      ) : (
        <CustomerFields
          of="customer."
          name={chosen.newName}
          texts={texts}
          same={{ label: customers.chooseOther, onPick: (known) => onChoose(chosenOf(known)) }}
        />
      )}
      <span>
        <Button onClick={() => onChoose(undefined)}>{customers.search}</Button>
      </span>
    </>
  );
};

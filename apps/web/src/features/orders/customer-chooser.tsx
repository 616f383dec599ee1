import type { Customer } from "@petstore/contract/client";
import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import type { FormTexts } from "../../components/contract-form";
import { TextAreaField, TextField } from "../../components/field";
import { useFaces } from "../../components/found";
import { Picker } from "../../components/picker";
import { LoadError } from "../../components/states";
import { useSuggestions } from "../../lib/search/suggestions";
import { customers } from "../../texts/customers";
import { customersQuery } from "./queries";
import { searchedFor } from "./search";

/** A known customer, the name of a new one, or undefined if nothing is chosen. */
export type Chosen = { readonly known: Customer } | { readonly newName: string } | undefined;

export const contactOf = ({ email, phone }: Customer): string => [email, phone].filter(Boolean).join(" · ");

const given = (value: unknown) => (value === "" ? undefined : value);

/** Returns the part of the request that a form with {@link CustomerChooser} fills in. */
export const customerInput = (chosen: Chosen, values: Readonly<Record<string, unknown>>) => {
  if (chosen === undefined) return {};
  if ("known" in chosen) return { customerId: chosen.known.id };
  const entries = ["name", "email", "phone", "address"].map((field) => [field, given(values[`customer.${field}`])]);
  return { customer: Object.fromEntries(entries) };
};

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

/** Finds a customer with the same address. The person says whether it is the same customer. */
const useSame = (typed: { readonly email: string; readonly phone: string }): Customer | undefined => {
  const email = useDeferredValue(typed.email.trim().toLowerCase());
  const phone = useDeferredValue(digitsOf(typed.phone));
  const byEmail = useQuery({ ...customersQuery(email), enabled: email.includes("@") });
  const byPhone = useQuery({ ...customersQuery(phone), enabled: phone.length > 2 });
  return (
    byEmail.data?.find((one) => email !== "" && one.email === email) ??
    byPhone.data?.find((one) => phone.length > 2 && digitsOf(one.phone ?? "") === phone)
  );
};

type FieldsProps = {
  /** The prefix of the field names, which is `customer.` in the form of an order. */
  readonly of?: string;
  readonly name: string;
  readonly customer?: Customer;
  /** The texts that were typed earlier. */
  readonly texts?: FormTexts | undefined;
  readonly onSame?: (same: Customer) => void;
};

/** The fields for the data of a person, in a form for `NewCustomer` or `CustomerChange`. */
export const CustomerFields = ({ of = "", name, customer, texts = {}, onSame }: FieldsProps) => {
  const [email, setEmail] = useState(texts[`${of}email`] ?? customer?.email ?? "");
  const [phone, setPhone] = useState(texts[`${of}phone`] ?? customer?.phone ?? "");
  const same = useSame({ email, phone });
  return (
    <>
      <TextField
        name={`${of}name`}
        label={customers.fields.name}
        defaultValue={texts[`${of}name`] ?? name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
      />
      <TextField
        name={`${of}email`}
        label={customers.fields.email}
        type="email"
        isOptional
        autoComplete="off"
        value={email}
        onValueChange={setEmail}
      />
      <TextField
        name={`${of}phone`}
        label={customers.fields.phone}
        type="tel"
        isOptional
        autoComplete="off"
        value={phone}
        onValueChange={setPhone}
      />
      {onSame !== undefined && same !== undefined && (
        <div role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <span translate="no">{customers.found(same.name)}</span>
          <Button onClick={() => onSame(same)}>{customers.chooseOther(same.name)}</Button>
        </div>
      )}
      <TextAreaField
        name={`${of}address`}
        label={customers.fields.address}
        isOptional
        rows={2}
        maxLength={500}
        defaultValue={texts[`${of}address`] ?? customer?.address ?? ""}
      />
    </>
  );
};

/** The id of the choice that adds a new customer. Real ids begin at 1. */
const NEW = 0;

const CustomerPicker = ({ onPick }: { readonly onPick: (chosen: Chosen) => void }) => {
  const [text, setText] = useState("");
  const typed = text.trim();
  const { asked, suggestions, isCurrent } = useSuggestions(text);
  const faceOf = useFaces(suggestions);
  const isAsked = searchedFor({ q: asked }) !== undefined;
  const query = useQuery({ ...customersQuery(asked), enabled: isAsked });
  const isFound = searchedFor({ q: typed }) !== undefined;
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
        onTextChange={setText}
        choices={typed === "" ? [] : [...found, added]}
        isCurrent={isCurrent && !(isAsked && query.isPlaceholderData)}
        onPick={({ id }) => {
          const known = query.data?.find((one) => one.id === id);
          onPick(known === undefined ? { newName: typed } : { known });
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
  /** The texts that were typed earlier. */
  readonly texts?: FormTexts | undefined;
};

/** Chooses the customer of an order. A person finds a known customer by typing, or adds a new one. */
export const CustomerChooser = ({ chosen, onChoose, texts }: CustomerChooserProps) => {
  if (chosen === undefined) return <CustomerPicker onPick={onChoose} />;
  return (
    <>
      {"known" in chosen ? (
        <TextField
          name="customerId"
          label={customers.label}
          value={[chosen.known.name, contactOf(chosen.known)].filter(Boolean).join(" · ")}
          readOnly
          translate="no"
        />
      ) : (
        <CustomerFields of="customer." name={chosen.newName} texts={texts} onSame={(known) => onChoose({ known })} />
      )}
      <span>
        <Button onClick={() => onChoose(undefined)}>{customers.search}</Button>
      </span>
    </>
  );
};

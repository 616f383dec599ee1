import type { Customer } from "@petstore/contract/client";
import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { useState } from "react";
import { useSameCustomer } from "../lib/customers/same-customer";
import { customers } from "../texts/customers";
import { Button } from "./button";
import type { FormTexts } from "./contract-form";
import { TextAreaField, TextField } from "./field";

type CustomerFieldsProps = {
  /** The prefix of the field names, which is `customer.` in the form of an order. */
  readonly of?: string;
  readonly name: string;
  readonly customer?: Customer;
  /** The texts that were typed earlier. */
  readonly texts?: FormTexts | undefined;
  /** What to do with another customer who has the typed e-mail address or telephone number. */
  readonly same?: { readonly label: (name: string) => string; readonly onPick: (same: Customer) => void };
};

/** The fields for the data of a person, in a form for `NewCustomer` or `CustomerChange`. */
export const CustomerFields = ({ of = "", name, customer, texts = {}, same }: CustomerFieldsProps) => {
  const [email, setEmail] = useState(texts[`${of}email`] ?? customer?.email ?? "");
  const [phone, setPhone] = useState(texts[`${of}phone`] ?? customer?.phone ?? "");
  const found = useSameCustomer({ email, phone });
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
      {same !== undefined && found !== undefined && (
        <div role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <span translate="no">{customers.found(found.name)}</span>
          <Button onClick={() => same.onPick(found)}>{same.label(found.name)}</Button>
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

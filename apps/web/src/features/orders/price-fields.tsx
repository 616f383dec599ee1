import { useMemo } from "react";
import { SelectField, TextField } from "../../components/field";
import { currencyOptions, type TypedPrice } from "../../lib/orders/price";
import { sale } from "../../texts/sale";

type PriceFieldsProps = { readonly initial: TypedPrice; readonly isReadOnly?: boolean };

/** The fields of a price: its amount and its currency. */
export const PriceFields = ({ initial, isReadOnly = false }: PriceFieldsProps) => {
  const options = useMemo(() => currencyOptions(initial.currency), [initial.currency]);
  return (
    <div className="grid grid-cols-[1fr_1fr] items-start gap-3">
      <TextField
        name="price.amount"
        label={sale.price}
        isOptional
        inputMode="decimal"
        autoComplete="off"
        defaultValue={initial.amount}
        readOnly={isReadOnly}
      />
      <SelectField name="price.currency" label={sale.currency} options={options} defaultValue={initial.currency} />
    </div>
  );
};

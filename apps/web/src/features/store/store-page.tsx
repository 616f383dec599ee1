import type { Store } from "@petstore/contract/client";
import { contractPlaceholders, MAX_NAME_LENGTH, StoreChange } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Store as StoreIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { TextAreaField, TextField } from "../../components/field";
import { Page, Section } from "../../components/page";
import { ManagersOnly } from "../../components/resource-page";
import { LoadError, SkeletonRows } from "../../components/states";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { useHasRole } from "../../lib/session/roles";
import { formatMoney } from "../../lib/store/money";
import { storeQuery } from "../../lib/store/store-query";
import { changeStore, undoOfStore } from "../../lib/store/store-writes";
import { locale } from "../../texts/page-language";
import { t } from "../../texts";
import { storePage as texts } from "../../texts/store-page";
import { ChoiceField } from "./choice-field";
import { currencyChoice, currencyChoices, timeZoneChoice, timeZoneChoices } from "./choices";
import { ContractPreview } from "./contract-preview";
import { LogoField } from "./logo-field";

const fields = ["name", "address", "logo", "timeZone", "currency", "contractText"] as const;
type FieldName = (typeof fields)[number];
type Values = Readonly<Record<FieldName, string | null>>;

const SAMPLE_AMOUNT = 1_234.5;

/** What the person has changed and not saved. The other fields follow the store, also when another person changes it. */
type Typed = Partial<Values>;

const toChange = (typed: Typed, store: Store): StoreChange =>
  Object.fromEntries(
    fields.flatMap((name) => {
      const value = typed[name]?.trim() === "" ? null : (typed[name] ?? null);
      return !(name in typed) || value === store[name] ? [] : [[name, value]];
    }),
  );

const sampleTime = (timeZone: string | null): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone !== null && { timeZone }),
  }).format();

const inBraces = (name: string): string => `{${name}}`;

const Placeholders = () => (
  <>
    {texts.contractHelp}
    <span className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      {contractPlaceholders.map((name) => (
        <span key={name} className="col-span-2 grid grid-cols-subgrid">
          <code translate="no">{inBraces(name)}</code>
          <span>{texts.placeholders[name]}</span>
        </span>
      ))}
    </span>
  </>
);

const StoreForm = ({ store }: { readonly store: Store }) => {
  const [typed, setTyped] = useState<Typed>({});
  const write = useWrite({
    send: changeStore,
    onSuccess: (key) => {
      setTyped({});
      announce({ title: texts.saved, undo: undoOfStore(key, texts.putBack) });
    },
  });
  const { name, address, logo, timeZone, currency, contractText }: Values = { ...store, ...typed };
  const set = (field: FieldName) => (value: string | null) => {
    setTyped({ ...typed, [field]: value });
    // An error that is not reset would also block the next attempt.
    if (write.error !== null) write.reset();
  };
  const text = (field: FieldName) => ({
    name: field,
    autoComplete: "off",
    readOnly: write.isPending,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set(field)(target.value),
  });
  return (
    <ContractForm
      schema={StoreChange}
      toInput={() => toChange(typed, store)}
      onSubmit={(change) => {
        if (Object.keys(change).length > 0) write.mutate(change);
        else setTyped({});
      }}
      error={write.error}
    >
      <Section title={texts.identity}>
        <TextField
          {...text("name")}
          label={texts.name}
          help={texts.nameHelp}
          placeholder={t.common.appName}
          maxLength={MAX_NAME_LENGTH}
          value={name ?? ""}
        />
        <TextAreaField
          {...text("address")}
          label={texts.address}
          help={texts.addressHelp}
          rows={3}
          value={address ?? ""}
        />
        <LogoField logo={logo} onChange={set("logo")} isDisabled={write.isPending} />
      </Section>
      <Section title={texts.region}>
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label={texts.timeZone}
            value={timeZone}
            none={texts.ownTimeZone}
            choiceOf={timeZoneChoice}
            readChoices={timeZoneChoices}
            searchLabel={texts.searchZones}
            empty={texts.noZone}
            onChange={set("timeZone")}
            isDisabled={write.isPending}
            help={texts.now(sampleTime(timeZone))}
          />
          <ChoiceField
            label={texts.currency}
            value={currency}
            none={texts.noCurrency}
            choiceOf={currencyChoice}
            readChoices={currencyChoices}
            searchLabel={texts.searchCurrencies}
            empty={texts.noSuchCurrency}
            onChange={set("currency")}
            isDisabled={write.isPending}
            help={texts.sample(formatMoney(SAMPLE_AMOUNT, currency))}
          />
        </div>
      </Section>
      <Section title={texts.contract}>
        <TextAreaField
          {...text("contractText")}
          label={texts.contract}
          help={<Placeholders />}
          rows={8}
          value={contractText ?? ""}
        />
        {(contractText ?? "").trim() !== "" && (
          <ContractPreview text={contractText ?? ""} store={name ?? ""} currency={currency} />
        )}
      </Section>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={write.isPending}>
          {t.common.save}
        </Button>
      </div>
    </ContractForm>
  );
};

const StoreSettings = () => {
  const query = useQuery(storeQuery);
  const { data, error } = query;
  return (
    <Page title={texts.title} description={texts.description}>
      <div className="flex w-full max-w-3xl flex-col gap-4">
        <LoadError query={query} />
        {data === undefined && error === null && <SkeletonRows count={3} className="h-40" />}
        {data !== undefined && <StoreForm store={data} />}
      </div>
    </Page>
  );
};

export const StorePage = () =>
  useHasRole("manager") ? <StoreSettings /> : <ManagersOnly icon={<StoreIcon aria-hidden />} texts={texts} />;

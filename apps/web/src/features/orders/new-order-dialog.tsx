import type { NewOrder as NewOrderBody, Order, Pet, Suggestion } from "@petstore/contract/client";
import { MAX_NAME_LENGTH, NewOrder } from "@petstore/contract/schemas";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { Data } from "../../components/data";
import { Dialog } from "../../components/dialog";
import { TextAreaField, TextField } from "../../components/field";
import { DidYouMean, useFaces } from "../../components/found";
import { Picker } from "../../components/picker";
import { LoadError } from "../../components/states";
import { ask } from "../../lib/service/api";
import { useCategoryNames } from "../../lib/pets/categories";
import { priceInput } from "../../lib/orders/price";
import { announce } from "../../lib/history/undo";
import { emptySuggestion, searchable, useSuggestions } from "../../lib/search/suggestions";
import { useOwnClose } from "../../lib/page/use-own-close";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { customers } from "../../texts/customers";
import { finding } from "../../texts/finding";
import { CustomerChooser, customerInput } from "./customer-chooser";
import { keptCustomer, useDraftCustomer, useNewOrderDraft } from "./drafts";
import { petProblem } from "./new-order";
import { PriceFields } from "./price-fields";
import { usePriceProposal } from "./price-proposal";
import { petsQuery } from "./queries";

const MAX_CHOICES = 20;
const texts = t.orders.create;

/** Reads the animals that can be ordered and match a text, the best match first. Without a text, it reads any. */
const availableQuery = (text: string) =>
  queryOptions({
    queryKey: ["orders", "available", text],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly Pet[]> => {
      const q = searchable(text);
      if (text !== "" && q === undefined) return [];
      const query = { q, status: "available", limit: MAX_CHOICES } as const;
      return (await ask((api, options) => api.pets.listPets({ query, ...options }), { signal })).body;
    },
  });

type PetPickerProps = { readonly error: string | undefined; readonly onPick: (pet: Pet) => void };

const PetPicker = ({ error, onPick }: PetPickerProps) => {
  const [text, setText] = useState("");
  const nameOf = useCategoryNames();
  const { asked, suggestions, corrected, ...found } = useSuggestions(text);
  const faceOf = useFaces(suggestions);
  const query = useQuery(availableQuery(asked));
  const pets = query.data ?? [];
  const isCurrent = found.isCurrent && !query.isPlaceholderData;
  const choices = pets.map((pet) => {
    const { id, name, categoryId } = pet;
    const unmarked: Suggestion = { ...emptySuggestion, kind: "pet", id, text: name };
    const suggestion = suggestions.find((one) => one.kind === "pet" && one.id === id) ?? unmarked;
    return { ...faceOf(suggestion), id, detail: <Data>{nameOf(categoryId)}</Data> };
  });
  // Somebody who searches for an animal that another customer has needs to know why it is missing.
  const others = suggestions.flatMap((suggestion) => {
    const { kind, id, status } = suggestion;
    if (kind !== "pet" || id === null || status === null || status === "available") return [];
    return [{ ...faceOf(suggestion), id, detail: finding.unavailable(t.common.status[status]), isDisabled: true }];
  });
  return (
    <>
      <LoadError query={query} isInline />
      <LoadError query={found.query} isInline />
      <Picker
        name="petId"
        label={texts.animal}
        placeholder={texts.animalHint()}
        error={error}
        text={text}
        onTextChange={setText}
        choices={[...choices, ...others]}
        isCurrent={isCurrent}
        onPick={({ id }) => {
          const pet = pets.find((one) => one.id === id);
          if (pet !== undefined) onPick(pet);
        }}
        note={isCurrent && choices.length === 0 ? texts.noAnimal() : texts.animalHelp()}
      />
      {corrected !== undefined && <DidYouMean text={corrected} onChoose={setText} />}
    </>
  );
};

const ChosenPet = ({ pet, onChange }: { readonly pet: Pet; readonly onChange: () => void }) => (
  <div className="flex items-end gap-2">
    <div className="min-w-0 flex-1">
      <TextField
        name="petId"
        label={texts.animal}
        value={t.orders.confirm.animal(pet.name, pet.id)}
        readOnly
        translate="no"
      />
    </div>
    <Button onClick={onChange}>{texts.change}</Button>
  </div>
);

/**
 * Returns the animal in the address, if it can be ordered. It stays in the form even if somebody else orders it in the
 * meantime.
 */
const useGivenPet = (petId: number | undefined): Pet | undefined => {
  const pet = useQuery(petsQuery(petId === undefined ? [] : [petId])).data?.get(petId ?? 0);
  const [given, setGiven] = useState<Pet>();
  if (given === undefined && pet?.status === "available") setGiven(pet);
  return given;
};

type NewOrderDialogProps = {
  readonly petId: number | undefined;
  /** The customer for whom the dialog was opened. */
  readonly customerId?: number | undefined;
  readonly onClose: () => void;
};

const NewOrderDialog = ({ petId, customerId, onClose }: NewOrderDialogProps) => {
  const form = useId();
  const close = useOwnClose(onClose);
  const isFor = customerId === undefined ? undefined : { customer: { knownId: customerId } };
  const { draft, set, now, sayKept } = useNewOrderDraft(petId ?? (isFor ? `customer-${customerId}` : "new"));
  const draftNow = () => now() ?? isFor;
  const given = useGivenPet(draft?.petId ?? petId);
  const navigate = useNavigate();
  const customer = useDraftCustomer((draft ?? isFor)?.customer);
  const [picked, setPicked] = useState<Pet | null>();
  const [problem, setProblem] = useState<string>();
  const searched = useRef("");
  const [customerProblem, setCustomerProblem] = useState<string>();
  const pet = picked === undefined ? given : (picked ?? undefined);
  const search = (text: string) => {
    searched.current = text;
    setCustomerProblem(undefined);
  };
  const choose = (next: Pet | null, why?: string) => {
    // The search for the customer appears and disappears with the animal, and is empty then.
    search("");
    setPicked(next);
    // The price of another animal is another one.
    const { "price.amount": _amount, "price.currency": _currency, ...kept } = now()?.texts ?? {};
    set({ ...draftNow(), petId: next?.id ?? null, texts: kept });
    setProblem(why);
  };
  const proposed = usePriceProposal(pet?.id);
  const write = useWrite({
    send: (body: NewOrderBody, idempotencyKey) =>
      ask((api, options) =>
        api.orders.createOrder({ body, headers: { "idempotency-key": idempotencyKey }, ...options }),
      ),
    onSuccess: ({ body }: { readonly body: Order }) => {
      announce({
        title: texts.done(body.id, pet?.name ?? t.orders.animalNumber(body.petId)),
        open: () => void navigate({ to: "/orders", search: { open: body.id } }),
        whyNot: t.history.noUndo["order.create"],
      });
      set(undefined);
      close();
    },
    onError: (error) => {
      const why = petProblem(error);
      if (why !== undefined) choose(null, why);
    },
  });
  // The field of the previous step has disappeared, so the focus moves to the next field.
  useEffect(() => {
    if (picked !== undefined) {
      document
        .getElementById(form)
        ?.querySelector<HTMLInputElement>(picked === null ? "input" : "input[name=reference]")
        ?.focus();
    }
  }, [picked, form]);

  const submit = (event: MouseEvent) => {
    if (pet === undefined) setProblem(texts.missing);
    // Without this, the order would be placed without the customer whose name was typed.
    if (customer === undefined && searched.current.trim() !== "") {
      setCustomerProblem(customers.notChosen(searched.current.trim()));
      event.preventDefault();
      document.getElementById(form)?.querySelector<HTMLInputElement>("[role=combobox]")?.focus();
    }
  };
  const leave = () => {
    if (now() !== undefined && !write.isPending) sayKept(t.common.draftKept);
    onClose();
  };
  const discard = () => {
    set(undefined);
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={texts.action}
      description={texts.description}
      actions={
        <>
          <Button onClick={discard}>{draft === undefined ? t.common.cancel : t.petDrawer.discard}</Button>
          <Button variant="primary" type="submit" form={form} isBusy={write.isPending} onClick={submit}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <ContractForm
        id={form}
        schema={NewOrder}
        toInput={({ reference, note, "price.amount": amount, "price.currency": currency, ...values }) => ({
          petId: pet?.id,
          reference: reference === "" ? undefined : reference,
          ...customerInput(customer, values),
          price: priceInput(amount, currency),
          note: note === "" ? undefined : note,
        })}
        onSubmit={(body) => write.mutate(body as NewOrderBody)}
        error={petProblem(write.error) === undefined ? write.error : null}
        onTyped={(typed) => set({ ...draftNow(), texts: typed })}
      >
        {pet === undefined ? (
          <PetPicker error={problem} onPick={(next) => choose(next)} />
        ) : (
          <ChosenPet pet={pet} onChange={() => choose(null)} />
        )}
        {pet !== undefined && proposed !== undefined && (
          <PriceFields
            key={pet.id}
            initial={{
              amount: draft?.texts?.["price.amount"] ?? proposed.amount,
              currency: draft?.texts?.["price.currency"] ?? proposed.currency,
            }}
          />
        )}
        <TextField
          name="reference"
          label={texts.reference}
          help={texts.referenceHelp}
          isOptional
          maxLength={MAX_NAME_LENGTH}
          defaultValue={draft?.texts?.["reference"] ?? ""}
          autoComplete="off"
        />
        {(pet ?? customer) !== undefined && (
          <CustomerChooser
            chosen={customer}
            onChoose={(next) => {
              search("");
              set({ ...draftNow(), customer: keptCustomer(next) });
            }}
            onSearch={search}
            error={customerProblem}
            texts={draft?.texts}
          />
        )}
        <TextAreaField
          name="note"
          label={texts.note}
          isOptional
          rows={2}
          maxLength={2_000}
          defaultValue={draft?.texts?.["note"] ?? ""}
        />
      </ContractForm>
    </Dialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default NewOrderDialog;

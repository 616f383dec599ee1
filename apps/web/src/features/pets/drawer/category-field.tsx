import { Combobox } from "@base-ui/react/combobox";
import { Field } from "@base-ui/react/field";
import type { Category } from "@petstore/contract/client";
import { identityOf } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { FieldProblem } from "../../../components/field";
import { controlClass } from "../../../components/native-select";
import { type PickerChoice, SearchablePicker } from "../../../components/searchable-picker";
import { ApiError, ask } from "../../../lib/service/api";
import { categoriesQuery, categoryName } from "../../../lib/pets/categories";
import { notifyFailure } from "../../../lib/page/notices";
import { queryClient } from "../../../lib/service/query-client";
import { remember } from "../../../lib/history/undo";
import { rankMatches } from "../../../lib/text/rank-matches";
import { useWrite } from "../../../lib/service/use-write";
import { t } from "../../../texts";

const texts = t.petDrawer;

type Choice = PickerChoice & {
  /** The name of a category that the form adds. */
  readonly newName?: string;
};

const choiceOf = (category: Category): Choice => ({
  key: category.id,
  label: categoryName(category),
  isData: true,
  detail: texts.animals(category.petCount),
});

const additionOf = (name: string): Choice => ({
  key: 0,
  label: texts.addCategory(name),
  isData: false,
  icon: <Plus aria-hidden size={16} className="shrink-0" />,
  newName: name,
});

const isSameName = (one: string, other: string) => identityOf(one) === identityOf(other);

const useAddCategory = (onAdded: (id: number) => void) =>
  useWrite({
    send: async (name: string, idempotencyKey) =>
      (
        await ask((api, options) =>
          api.categories.createCategory({
            body: { name },
            headers: { "idempotency-key": idempotencyKey },
            ...options,
          }),
        )
      ).body,
    onSuccess: (category) => {
      queryClient.setQueryData(categoriesQuery.queryKey, (known = []) => [...known, category]);
      const title = t.categories.create.done(categoryName(category));
      remember({ title, whyNot: t.history.noUndo["category.create"] });
      onAdded(category.id);
    },
    onError: (error, name) => void adoptExisting(error, name, onAdded),
  });

/** Somebody else may have added the same category in the meantime. */
const adoptExisting = async (error: unknown, name: string, onFound: (id: number) => void) => {
  if (error instanceof ApiError && error.status === 409) {
    const all = await queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 });
    const found = all.find((category) => category.name !== null && isSameName(category.name, name));
    if (found !== undefined) return onFound(found.id);
  }
  notifyFailure(error);
};

type CategoryFieldProps = {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (id: number) => void;
};

/** Searches among many categories; a name that none has can be added on the spot. */
export const CategoryField = ({ label, value, onChange }: CategoryFieldProps) => {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const { data: categories = [], error } = useQuery(categoriesQuery);
  const add = useAddCategory(onChange);
  const typed = text.trim();
  const choices = rankMatches(categories.map(choiceOf), typed, (choice) => choice.label);
  const isNew = typed !== "" && !choices.some((choice) => isSameName(choice.label, typed));
  const chosen =
    value === null
      ? null
      : (choices.find(({ key }) => key === value) ?? { key: value, label: t.common.noName(value), isData: true });
  // If a person reaches the button with Tab and types, they want to search. The search field gets the focus a moment
  // later.
  const typeAhead = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setIsOpen(true);
    setText((before) => before + event.key);
  };
  return (
    <Field.Root name="categoryId" className="flex flex-col gap-1">
      <SearchablePicker
        label={label}
        look="field"
        choices={isNew ? [...choices, additionOf(typed)] : choices}
        chosen={chosen}
        onPick={({ key, newName }) => (newName === undefined ? onChange(Number(key)) : add.mutate(newName))}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        text={text}
        onTextChange={setText}
        limit={100}
        searchLabel={texts.findCategory}
        empty={
          categories.length > 0 ? texts.noCategory : error === null ? texts.noCategories : t.common.categoriesMissing
        }
      >
        <Combobox.Label className="text-sm font-medium">{label}</Combobox.Label>
        <Combobox.Trigger
          aria-busy={add.isPending || undefined}
          onKeyDown={typeAhead}
          className={`${controlClass} flex items-center justify-between gap-2 text-left`}
        >
          {add.isPending || chosen === null ? (
            <span className="min-w-0 truncate text-muted">
              {add.isPending ? texts.addingCategory : texts.chooseCategory}
            </span>
          ) : (
            <span translate="no" title={chosen.label} className="min-w-0 truncate">
              {chosen.label}
            </span>
          )}
          <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-muted" />
        </Combobox.Trigger>
        <FieldProblem name="categoryId" />
      </SearchablePicker>
    </Field.Root>
  );
};

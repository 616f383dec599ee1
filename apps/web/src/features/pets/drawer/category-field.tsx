import { Combobox } from "@base-ui/react/combobox";
import { Field } from "@base-ui/react/field";
import type { Category } from "@petstore/contract/client";
import { MAX_NAME_LENGTH } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { controlClass } from "../../../components/field";
import { popupClass } from "../../../components/menu-parts";
import { usePortalContainer } from "../../../components/portal-container";
import { messageLanguage } from "../../../components/states";
import { ApiError, ask } from "../../../lib/api";
import { categoriesQuery, categoryName } from "../../../lib/categories";
import { notifyFailure } from "../../../lib/notices";
import { queryClient } from "../../../lib/query-client";
import { remember } from "../../../lib/undo";
import { rankMatches } from "../../../lib/rank-matches";
import { useWrite } from "../../../lib/use-write";
import { t } from "../../../texts";

const texts = t.petDrawer;

type Item = { readonly id: number; readonly label: string; readonly count: number; readonly isNew?: boolean };

const itemOf = (category: Category): Item => ({
  id: category.id,
  label: categoryName(category),
  count: category.petCount,
});

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

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

const Row = ({ item }: { readonly item: Item }) => (
  <Combobox.Item
    value={item}
    className="flex min-h-9 cursor-default items-center gap-2 rounded-md px-2 text-sm outline-none data-highlighted:highlighted pointer-coarse:min-h-11"
  >
    {item.isNew === true ? (
      <>
        <Plus aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">{texts.addCategory(item.label)}</span>
      </>
    ) : (
      <>
        <span className="flex size-4 shrink-0 items-center">
          <Combobox.ItemIndicator>
            <Check aria-hidden size={16} />
          </Combobox.ItemIndicator>
        </span>
        <span translate="no" title={item.label} className="min-w-0 flex-1 truncate">
          {item.label}
        </span>
        <span className="shrink-0 text-muted">{texts.animals(item.count)}</span>
      </>
    )}
  </Combobox.Item>
);

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
  // Enter takes the first.
  const items = rankMatches(categories.map(itemOf), typed, ({ label }) => label);
  const isNew = typed !== "" && !items.some(({ label }) => isSameName(label, typed));
  const selected =
    value === null
      ? null
      : (items.find(({ id }) => id === value) ?? { id: value, label: t.common.noName(value), count: 0 });
  // Who comes with Tab and types means the search field, which takes the focus a moment later.
  const typeAhead = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setIsOpen(true);
    setText((before) => before + event.key);
  };
  return (
    <Field.Root name="categoryId" className="flex flex-col gap-1">
      <Combobox.Root
        items={isNew ? [...items, { id: 0, label: typed, count: 0, isNew }] : items}
        value={selected}
        onValueChange={(item) => {
          if (item === null) return;
          if (item.isNew === true) add.mutate(item.label);
          else onChange(item.id);
        }}
        open={isOpen}
        onOpenChange={setIsOpen}
        inputValue={text}
        onInputValueChange={setText}
        itemToStringLabel={({ label }) => label}
        isItemEqualToValue={(one, other) => one.id === other.id}
        autoHighlight
        limit={100}
      >
        <Combobox.Label className="text-sm font-medium">{label}</Combobox.Label>
        <Combobox.Trigger
          aria-busy={add.isPending || undefined}
          onKeyDown={typeAhead}
          className={`${controlClass} flex items-center justify-between gap-2 text-left`}
        >
          <span title={selected?.label} className="min-w-0 truncate">
            {add.isPending ? (
              <span className="text-muted">{texts.addingCategory}</span>
            ) : (
              <Combobox.Value placeholder={<span className="text-muted">{texts.chooseCategory}</span>}>
                {(item: Item | null) =>
                  item === null ? (
                    <span className="text-muted">{texts.chooseCategory}</span>
                  ) : (
                    <span translate="no">{item.label}</span>
                  )
                }
              </Combobox.Value>
            )}
          </span>
          <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-muted" />
        </Combobox.Trigger>
        <Field.Error lang={messageLanguage} className="text-sm text-danger" />
        <Combobox.Portal container={usePortalContainer()}>
          <Combobox.Positioner sideOffset={4} align="start" className="z-60 outline-none">
            <Combobox.Popup
              aria-label={label}
              className={`${popupClass} flex max-h-[min(20rem,var(--available-height))] w-(--anchor-width) flex-col`}
            >
              <Combobox.Input placeholder={texts.findCategory} maxLength={MAX_NAME_LENGTH} className={controlClass} />
              <Combobox.Empty className="px-2 text-sm text-muted not-empty:py-2">
                {categories.length > 0
                  ? texts.noCategory
                  : error === null
                    ? texts.noCategories
                    : texts.categoriesMissing}
              </Combobox.Empty>
              <Combobox.List className="min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain pt-1 outline-none empty:hidden">
                {(item: Item) => <Row key={item.id} item={item} />}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </Field.Root>
  );
};

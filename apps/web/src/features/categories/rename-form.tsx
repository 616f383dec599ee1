import { Field } from "@base-ui/react/field";
import { MAX_NAME_LENGTH, NewCategory } from "@petstore/contract/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { FieldProblem, marked } from "../../components/field";
import { controlClass } from "../../components/native-select";
import { ApiError } from "../../lib/service/api-error";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import type { CategoryCounts } from "../../lib/pets/category-counts";
import { countsQuery, nameOf } from "./queries";
import { announceRename, sendName } from "./rename";

const isTaken = (error: unknown) => error instanceof ApiError && error.code === "name_taken";

type RenameFormProps = { readonly category: CategoryCounts; readonly onClose: () => void };

/** Renames a category in its row. Enter saves, and Escape restores the old name. */
export const RenameForm = ({ category, onClose }: RenameFormProps) => {
  const { categoryId, name: before } = category;
  const input = useRef<HTMLInputElement>(null);
  const cache = useQueryClient();

  const rename = useWrite({
    send: ({ name }: { readonly name: string }, key) => sendName(categoryId, name, key),
    onSuccess: (key, { name }) => {
      // Shows the new name at once. Otherwise the old one would flash until the list has been fetched again.
      cache.setQueryData(countsQuery.queryKey, (all) =>
        all?.map((one) => (one.categoryId === categoryId ? { ...one, name } : one)),
      );
      announceRename({ categoryId, old: before, name, key });
      // Moves the focus to the next unnamed category, because the row that has just been named moves away.
      const next = input.current?.closest("[data-row]")?.nextElementSibling;
      if (before === null && next?.hasAttribute("data-unnamed") === true) {
        next.querySelector<HTMLElement>("[data-row-main]")?.focus();
      }
      onClose();
    },
  });

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  return (
    <ContractForm
      schema={NewCategory}
      toInput={({ name }) => ({ name })}
      onSubmit={({ name }) => (name === before ? onClose() : rename.mutate({ name }))}
      error={isTaken(rename.error) ? null : rename.error}
    >
      <Field.Root name="name" className="flex flex-col gap-1 py-1.5">
        <div className="flex items-center gap-1">
          <Field.Control
            ref={input}
            aria-label={t.categories.nameLabel(nameOf(category))}
            defaultValue={before ?? ""}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            readOnly={rename.isPending}
            onChange={() => rename.isError && rename.reset()}
            {...marked(isTaken(rename.error))}
            className={controlClass}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.preventDefault();
              onClose();
            }}
          />
          <IconButton type="submit" label={t.common.save} isBusy={rename.isPending}>
            <Check aria-hidden size={18} />
          </IconButton>
          <IconButton label={t.common.cancel} onClick={onClose}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
        {isTaken(rename.error) ? (
          <Field.Error match className="text-sm text-danger">
            {t.categories.taken}
          </Field.Error>
        ) : (
          <FieldProblem name="name" />
        )}
      </Field.Root>
    </ContractForm>
  );
};

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { DataLine } from "../../components/data";
import { LoadError } from "../../components/states";
import { categoriesQuery, categoryName } from "../../lib/pets/categories";
import { t } from "../../texts";

const texts = t.attributes.form;

type CategoryChoiceProps = {
  readonly value: readonly number[] | null;
  readonly onChange: (value: readonly number[] | null) => void;
};

const rowClass = "flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11";

/** Chooses whether a field applies to all animals or only to the animals of some categories. */
export const CategoryChoice = ({ value, onChange }: CategoryChoiceProps) => {
  const categories = useQuery(categoriesQuery);
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1 text-sm font-medium">{texts.categories}</legend>
      <label className={rowClass}>
        <input
          type="radio"
          name={name}
          checked={value === null}
          onChange={() => onChange(null)}
          className="size-4.5 accent-accent"
        />
        {texts.all}
      </label>
      <label className={rowClass}>
        <input
          type="radio"
          name={name}
          checked={value !== null}
          onChange={() => onChange([])}
          className="size-4.5 accent-accent"
        />
        {texts.some}
      </label>
      {value !== null && (
        <div className="mt-1 ml-6.5 grid max-h-52 grid-cols-1 gap-x-4 overflow-y-auto rounded-md border border-line px-3 py-1 min-[26rem]:grid-cols-2">
          <LoadError query={categories} isInline />
          {categories.data?.map((category) => (
            <label key={category.id} className={`${rowClass} min-w-0`}>
              <input
                type="checkbox"
                checked={value.includes(category.id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...value, category.id] : value.filter((id) => id !== category.id))
                }
                className="size-4.5 shrink-0 accent-accent"
              />
              <DataLine>{categoryName(category)}</DataLine>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
};

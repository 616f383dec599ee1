import { useQuery } from "@tanstack/react-query";
import { attributesQuery } from "../../../lib/pets/attributes";
import { profileErrors } from "../../../lib/service/field-errors";
import type { TypedFields } from "../../../lib/pets/pet-fields";
import { t } from "../../../texts";
import type { NewPetDraft } from "./drafts";
import { DrawerSection } from "../../../components/drawer-section";
import { changedValues, fieldsFor, patchOf, typedIn, withTyped } from "./profile-edits";
import { ProfileForm } from "./profile-form";

type NewDetailsOptions = {
  readonly fields: TypedFields;
  readonly draft: NewPetDraft | undefined;
  readonly setDraft: (draft: NewPetDraft) => void;
  readonly error: unknown;
};

/** The details of a new animal, once its category is chosen. */
export const useNewDetails = ({ fields, draft, setDraft, error }: NewDetailsOptions) => {
  const { data: all = [] } = useQuery(attributesQuery);
  const { categoryId } = fields;
  const ofCategory = categoryId === null ? [] : fieldsFor(all, categoryId, {}).fields;
  const typed = draft?.details === undefined ? undefined : { base: {}, changes: draft.details };
  const errors = profileErrors(error, "body.profile");
  return {
    fields: ofCategory,
    error,
    errors,
    isError: Object.keys(errors).length > 0,
    typed: (one: (typeof ofCategory)[number]) => typedIn(one, typed, {}),
    change: (one: (typeof ofCategory)[number], next: Parameters<typeof withTyped>[3]) =>
      setDraft({ ...draft, details: withTyped(typed, {}, one, next)?.changes }),
    /** The details as a part of the request, without fields that the category does not have. */
    toProfile: () => {
      const values = changedValues(ofCategory, typed, {});
      return Object.keys(values).length === 0 ? {} : { profile: patchOf(values) };
    },
  };
};

type NewPetDetailsProps = {
  readonly details: ReturnType<typeof useNewDetails>;
  readonly onSubmit: () => void;
};

export const NewPetDetails = ({ details, onSubmit }: NewPetDetailsProps) => {
  if (details.fields.length === 0) return null;
  return (
    <DrawerSection title={t.attributes.details.title}>
      <ProfileForm
        fields={details.fields}
        typed={details.typed}
        onChange={details.change}
        error={details.isError ? details.error : null}
        errors={details.errors}
        onSubmit={onSubmit}
      />
    </DrawerSection>
  );
};

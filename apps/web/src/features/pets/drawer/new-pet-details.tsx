import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button";
import { today } from "../../../lib/text/local-days";
import { dateMeaning } from "../../../lib/pets/date-meanings";
import type { Typed } from "../../../lib/pets/attribute-types";
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
  const { data = [] } = useQuery(attributesQuery);
  const { categoryId } = fields;
  const ofCategory = categoryId === null ? [] : fieldsFor(data, categoryId, {}).fields;
  const typed = draft?.details === undefined ? undefined : { base: {}, changes: draft.details };
  const errors = profileErrors(error, "body.profile");
  // Who is added has usually arrived today. The day can be changed or cleared.
  const usual = Object.fromEntries(
    ofCategory
      .filter((one) => one.isAskedAtIntake && dateMeaning(one) === "arrival")
      .map(({ name }) => [name, today()]),
  );
  return {
    fields: ofCategory,
    error,
    errors,
    isError: Object.keys(errors).length > 0,
    typed: (one: (typeof ofCategory)[number]) => typedIn(one, typed, usual),
    change: (one: (typeof ofCategory)[number], next: Parameters<typeof withTyped>[3]) =>
      setDraft({ ...draft, details: withTyped(typed, usual, one, next)?.changes }),
    /** The details as a part of the request, without fields that the category does not have. */
    toProfile: () => {
      const all = { ...usual, ...changedValues(ofCategory, typed, usual) };
      const values = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
      return Object.keys(values).length === 0 ? {} : { profile: patchOf(values) };
    },
  };
};

const isEmpty = (typed: Typed): boolean => typed.length === 0;

type NewPetDetailsProps = {
  readonly details: ReturnType<typeof useNewDetails>;
  readonly onSubmit: () => void;
};

/** The details that the store asks for at once. The others open below, also when they are filled in or refused. */
export const NewPetDetails = ({ details, onSubmit }: NewPetDetailsProps) => {
  const [isOpened, setIsOpened] = useState(false);
  const { fields } = details;
  const others = fields.filter((one) => !one.isAskedAtIntake);
  const isOpen =
    isOpened || others.some((one) => details.errors[one.name] !== undefined || !isEmpty(details.typed(one)));
  if (fields.length === 0) return null;
  return (
    <DrawerSection title={t.attributes.details.title}>
      <ProfileForm
        fields={isOpen ? fields : fields.filter((one) => one.isAskedAtIntake)}
        typed={details.typed}
        onChange={details.change}
        error={details.isError ? details.error : null}
        errors={details.errors}
        onSubmit={onSubmit}
      />
      {others.length > 0 && !isOpen && (
        <Button onClick={() => setIsOpened(true)} icon={<ChevronDown aria-hidden size={16} />} className="self-start">
          {t.petDrawer.moreDetails}
        </Button>
      )}
    </DrawerSection>
  );
};

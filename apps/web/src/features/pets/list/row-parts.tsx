import type { Attribute } from "@petstore/contract/client";
import { type MouseEvent, useRef } from "react";
import { AttributeValue } from "../../../components/attribute-value";
import { Checkbox } from "../../../components/checkbox";
import { Data } from "../../../components/data";
import { PetFace } from "../../../components/photo-image";
import { WarningMark, WarningSign } from "../../../components/warnings";
import { type PetFieldName, petFields } from "../../../lib/pets/pet-fields";
import { t } from "../../../texts";
import type { RowProps } from "./row-props";
import { StatusButton } from "./status-button";

/** Tells whether the browser will open the link in another tab or window. */
export const opensElsewhere = (
  event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">,
): boolean => event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link that covers the whole row, so it opens in another tab like any link. Its tooltip has the full texts that the
 * row may cut.
 */
const NameLink = ({
  pet,
  category,
  warning,
  href,
  onOpen,
}: Pick<RowProps, "pet" | "category" | "warning" | "href" | "onOpen">) => (
  <a
    data-row-main
    href={href}
    title={[pet.name, category, ...(warning === undefined ? [] : [warning])].join(" · ")}
    translate="no"
    onClick={(event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      onOpen(pet.id);
    }}
    className="truncate text-base font-medium name-link outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
  >
    {pet.name}
  </a>
);

export const RowCheckbox = ({ pet, isSelected, onSelect }: Pick<RowProps, "pet" | "isSelected" | "onSelect">) => {
  const isShift = useRef(false);
  return (
    <Checkbox
      label={t.pets.select.one(pet.name)}
      checked={isSelected}
      onClick={(event) => {
        isShift.current = event.shiftKey;
      }}
      onCheckedChange={(isOn) => onSelect(pet.id, isOn, isShift.current)}
    />
  );
};

type RowFaceProps = Pick<RowProps, "pet" | "warning"> & { readonly isLarge?: boolean };

export const RowFace = ({ pet, warning, isLarge = false }: RowFaceProps) => (
  <span className="relative flex shrink-0">
    <PetFace photo={pet.profile?.photos[0]} isLarge={isLarge} />
    {warning !== undefined && <WarningSign />}
  </span>
);

type RowFieldProps = Pick<RowProps, "pet" | "category" | "warning" | "href" | "onOpen" | "onStatus"> & {
  readonly name: PetFieldName;
};

/** Shows a field of a row. The name opens the animal, and the status can be changed in place. */
export const RowField = ({ name, pet, category, warning, href, onOpen, onStatus }: RowFieldProps) => {
  const { kind } = petFields[name];
  if (name === "name") {
    const link = <NameLink pet={pet} category={category} warning={warning} href={href} onOpen={onOpen} />;
    if (warning === undefined) return link;
    return (
      <span className="@container flex min-w-0 items-center gap-2">
        <span className="flex min-w-0 @[13rem]:max-w-1/2 @[13rem]:shrink-0">{link}</span>
        <WarningMark text={warning} />
      </span>
    );
  }
  if (kind !== "status") return <Data>{kind === "category" ? category : pet[name]}</Data>;
  return (
    <span className="relative z-1 flex">
      <StatusButton pet={pet} onOpen={onStatus} />
    </span>
  );
};

type ColumnValueProps = Pick<RowProps, "pet"> & { readonly one: Attribute };

/** Shows the value of one of the store's own fields. */
export const ColumnValue = ({ one, pet: { profile, status } }: ColumnValueProps) => (
  <AttributeValue one={one} value={profile?.attributes[one.name]} hasLeft={status === "sold"} />
);

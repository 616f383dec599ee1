import { memo, type ReactNode } from "react";
import { classNames } from "../../../components/class-names";
import { Data } from "../../../components/data";
import { Skeleton } from "../../../components/states";
import { PAGE_SIZE } from "../../../lib/service/page-links";
import { petFields } from "../../../lib/pets/pet-fields";
import { t } from "../../../texts";
import { shownFields } from "./pet-columns";
import { ColumnValue, RowCheckbox, RowFace, RowField } from "./row-parts";
import type { ListProps, RowProps } from "./row-props";

const listClass = "overflow-hidden rounded-xl border border-line bg-surface outline-none";
const cardClass = "group relative flex h-18 items-center gap-3 border-b border-line px-3 last:border-b-0";

const details = shownFields.filter((name) => name !== "name" && petFields[name].kind !== "status");

/** A value in the lines of details, which are cut between two values. The box cuts the dot at the start of a line. */
const Detail = ({ children }: { readonly children: ReactNode }) => (
  <span className="relative pl-3 wrap-anywhere before:absolute before:left-0 before:w-3 before:text-center before:content-['·'_/_'']">
    <span className="sr-only">{" · "}</span>
    {children}
  </span>
);

const Card = memo(({ isSelected, onSelect, ...row }: RowProps) => (
  <li data-row={row.pet.id} className={classNames(cardClass, isSelected && "selected-row")}>
    <span className="relative z-1 flex select-none [&>label]:p-3">
      <RowCheckbox pet={row.pet} isSelected={isSelected} onSelect={onSelect} />
    </span>
    <RowFace pet={row.pet} warning={row.warning} isLarge />
    <span className="flex min-w-0 flex-1 flex-col">
      <RowField name="name" {...row} />
      <span className="max-h-[2lh] overflow-hidden text-xs text-muted">
        <span className="-ml-3 flex flex-wrap">
          <Detail>
            <Data>{row.pet.id}</Data>
          </Detail>
          {details.map((name) => (
            <Detail key={name}>
              <RowField name={name} {...row} />
            </Detail>
          ))}
          {row.columns
            .filter(({ name }) => row.pet.profile?.attributes[name] !== undefined)
            .map((one) => (
              <Detail key={one.id}>
                <ColumnValue one={one} pet={row.pet} />
              </Detail>
            ))}
        </span>
      </span>
    </span>
    <RowField name="status" {...row} />
  </li>
));

/** Shows the list as cards, on a phone. */
export const PetCards = ({ pets, nameOf, warningOf, hrefOf, isSelected, rowFocus, isStale, ...props }: ListProps) => (
  <ul
    ref={rowFocus}
    tabIndex={-1}
    aria-label={t.pets.list}
    aria-busy={isStale}
    className={classNames(listClass, isStale && "opacity-50")}
  >
    {pets.map((pet) => (
      <Card
        key={pet.id}
        pet={pet}
        columns={props.columns}
        category={nameOf(pet.categoryId)}
        warning={warningOf(pet.id)}
        href={hrefOf(pet.id)}
        isSelected={isSelected(pet.id)}
        onOpen={props.onOpen}
        onSelect={props.onSelect}
        onStatus={props.onStatus}
      />
    ))}
  </ul>
);

export const PetCardsSkeleton = () => (
  <div role="status" aria-label={t.common.loading} className={listClass}>
    {Array.from({ length: PAGE_SIZE }, (_, at) => (
      <div key={at} className={cardClass}>
        <Skeleton className="ml-1 size-4.5" />
        <span className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3 w-40" />
        </span>
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
    ))}
  </div>
);

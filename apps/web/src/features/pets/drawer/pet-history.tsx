import type { AuditEvent } from "@petstore/contract/client";
import { PetFields } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Data, DataLine, Moment } from "../../../components/data";
import { LoadError, SkeletonRows } from "../../../components/states";
import { useCategoryNames } from "../../../lib/categories";
import { t } from "../../../texts";
import { petFieldNames } from "./edits";
import { petHistoryQuery } from "./queries";
import { DrawerSection } from "./drawer-section";

const texts = t.petDrawer;

/** @param state - Of an event: the animal with its number, or null. */
export const readPetFields = (state: Readonly<Record<string, unknown>> | null): PetFields | null => {
  const { id: _, ...fields } = state ?? {};
  return PetFields.safeParse(fields).data ?? null;
};

export const useFieldText = () => {
  const nameOf = useCategoryNames();
  return (fields: PetFields, name: keyof PetFields): string => {
    if (name === "status") return t.common.status[fields.status];
    return name === "categoryId" ? nameOf(fields.categoryId) : fields.name;
  };
};

const Changes = ({ event }: { readonly event: AuditEvent }) => {
  const text = useFieldText();
  const before = readPetFields(event.before);
  const after = readPetFields(event.after);
  if (before === null || after === null) {
    return <p className="font-medium">{event.before === null ? texts.created : texts.removed}</p>;
  }
  return petFieldNames
    .filter((name) => before[name] !== after[name])
    .map((name) => (
      <p key={name} className="flex flex-wrap gap-x-1 wrap-anywhere">
        <span className="text-muted">{texts.changed(t.pets.fields[name])}</span>
        <Data className="line-through decoration-muted">{text(before, name)}</Data>
        <span className="text-muted">{texts.to}</span>
        <Data className="font-medium">{text(after, name)}</Data>
      </p>
    ));
};

const Row = ({ event }: { readonly event: AuditEvent }) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 border-b border-line py-2 text-sm last:border-b-0">
    <div className="min-w-0 flex-1 basis-48">
      <Changes event={event} />
    </div>
    <p className="flex min-w-0 items-baseline gap-2 text-muted">
      <DataLine className="max-w-40">{event.actor.name}</DataLine>
      <Moment at={event.at} />
    </p>
  </li>
);

/** Who changed the animal, when, and what: before and after. */
export const PetHistory = ({ petId }: { readonly petId: number }) => {
  const history = useQuery(petHistoryQuery(petId));
  return (
    <DrawerSection
      title={texts.history}
      links={
        <Link
          to="/history"
          search={{ subject: `pet:${petId}` }}
          className="text-sm font-medium text-accent underline-offset-2 hover:underline"
        >
          {texts.allHistory}
        </Link>
      }
    >
      <LoadError query={history} isInline />
      {history.data === undefined && history.error === null && <SkeletonRows count={2} className="h-10" />}
      {history.data?.length === 0 && <p className="text-sm text-muted">{texts.noHistory}</p>}
      {history.data !== undefined && history.data.length > 0 && (
        <ol>
          {history.data.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ol>
      )}
    </DrawerSection>
  );
};

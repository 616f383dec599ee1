import { ArrowRight } from "lucide-react";
import type { AuditEvent } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Data, DataLine, Moment } from "../../../components/data";
import { LoadError, SkeletonRows } from "../../../components/states";
import { useAttributeOf } from "../../../lib/pets/attributes";
import { useCategoryNames } from "../../../lib/pets/categories";
import { describeFields } from "../../../lib/history/event-fields";
import { completed, readPastFields } from "../../../lib/history/past-fields";
import { differingFields, petFields } from "../../../lib/pets/pet-fields";
import { useFieldText } from "../../../lib/pets/use-field-text";
import { t } from "../../../texts";
import { latestOf, petHistoryQuery, profileHistoryQuery } from "./queries";
import { DrawerSection } from "../../../components/drawer-section";

const texts = t.petDrawer;

type ChangeProps = { readonly label: string; readonly before: string; readonly after: string };

const Change = ({ label, before, after }: ChangeProps) => (
  <p className="flex flex-wrap gap-x-1 wrap-anywhere">
    <span className="text-muted">{texts.changed(label)}</span>
    <Data className="line-through decoration-muted">{before}</Data>
    <ArrowRight aria-hidden size={14} className="self-center text-muted" />
    <span className="sr-only">{t.history.changedTo}</span>
    <Data className="font-medium">{after}</Data>
  </p>
);

const DetailChanges = ({ event }: { readonly event: AuditEvent }) => {
  const names = { nameOf: useCategoryNames(), attributeOf: useAttributeOf(true) };
  if (event.after === null) return <p className="font-medium">{texts.detailsRemoved}</p>;
  return describeFields(event, names)
    .filter(({ differs }) => differs)
    .map(({ name, label, before, after }) => (
      <Change key={name} label={label.text} before={before?.text ?? ""} after={after?.text ?? ""} />
    ));
};

const Changes = ({ event }: { readonly event: AuditEvent }) => {
  const text = useFieldText();
  const [before, after] = [readPastFields(event.before), readPastFields(event.after)];
  if (!before || !after) {
    return <p className="font-medium">{event.before === null ? texts.created : texts.removed}</p>;
  }
  const [was, became] = [completed(before), completed(after)];
  return differingFields(was, became).map((name) => (
    <Change key={name} label={petFields[name].label} before={text(was, name)} after={text(became, name)} />
  ));
};

const Row = ({ event }: { readonly event: AuditEvent }) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 border-b border-line py-2 text-sm last:border-b-0">
    <div className="min-w-0 flex-1 basis-48">
      {event.subject.kind === "profile" ? <DetailChanges event={event} /> : <Changes event={event} />}
    </div>
    <p className="flex min-w-0 items-baseline gap-2 text-muted">
      <DataLine className="max-w-40">{event.actor.name}</DataLine>
      <Moment at={event.at} />
    </p>
  </li>
);

/** Shows who changed the animal and when, with the values before and after. */
export const PetHistory = ({ petId }: { readonly petId: number }) => {
  const history = useQuery(petHistoryQuery(petId));
  const details = useQuery(profileHistoryQuery(petId));
  const events = latestOf(history.data, details.data);
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
          {events.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ol>
      )}
    </DrawerSection>
  );
};

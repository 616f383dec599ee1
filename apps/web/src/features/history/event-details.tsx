import type { Action, AuditEvent } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { classNames } from "../../components/class-names";
import { ValueText } from "../../components/data";
import { describeFields, type FieldRow } from "../../lib/history/event-fields";
import type { Value } from "../../lib/text/value";
import { t } from "../../texts";
import { tellWhyNoUndo } from "../../lib/history/event-undo";
import { LeftByUndo } from "./action-undo";

const linkClass = "font-medium text-accent underline-offset-2 hover:underline";

const Side = ({
  value,
  isMarked,
  tone,
}: {
  readonly value: Value | null;
  readonly isMarked: boolean;
  readonly tone: string;
}) => (
  <td className="px-3 py-1.5 align-top">
    {value !== null && (
      <ValueText
        value={value}
        className={classNames("wrap-anywhere", isMarked && "-mx-1 rounded px-1 font-medium", isMarked && tone)}
      />
    )}
  </td>
);

const FieldLine = ({ row, isMarked }: { readonly row: FieldRow; readonly isMarked: boolean }) => (
  <tr className="border-b border-line last:border-b-0">
    <th scope="row" className="px-3 py-1.5 text-left align-top font-normal text-muted">
      <ValueText value={row.label} />
      {isMarked && <span className="sr-only"> {t.history.differs}</span>}
    </th>
    <Side value={row.before} isMarked={isMarked} tone="bg-danger-soft text-on-danger-soft" />
    <Side value={row.after} isMarked={isMarked} tone="bg-accent-soft text-on-accent-soft" />
  </tr>
);

/** Shows the fields in a single cell if one of the two sides does not exist. */
const Sides = ({ event, rows }: { readonly event: AuditEvent; readonly rows: readonly FieldRow[] }) => (
  <table className="w-full table-fixed border-collapse text-sm">
    <thead>
      <tr className="border-b border-line text-left text-muted">
        <th scope="col" className="w-1/4 px-3 py-1.5 font-medium">
          {t.history.field}
        </th>
        <th scope="col" className="px-3 py-1.5 font-medium">
          {t.history.before}
        </th>
        <th scope="col" className="px-3 py-1.5 font-medium">
          {t.history.after}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <FieldLine
          key={row.name}
          row={row}
          // The events of a merge and an import have different fields before and after, so all of them would be marked.
          isMarked={row.differs && row.before !== null && row.after !== null && !event.action.endsWith("merge")}
        />
      ))}
    </tbody>
  </table>
);

const missingSide = ({ subject, before, after }: AuditEvent): string | undefined => {
  if (subject.kind === "catalogue" || subject.id === null) return undefined;
  if (before === null) return t.history.didNotExist;
  return after === null ? t.history.isGone : undefined;
};

/** Returns the animal that an event is about, if it may still exist. */
const petOf = ({ subject, before, after }: AuditEvent): number | undefined => {
  const petId = (after ?? before)?.["petId"];
  if (subject.kind === "photo") return typeof petId === "number" ? petId : undefined;
  const isOfPet = (subject.kind === "pet" || subject.kind === "profile") && after !== null;
  return isOfPet ? (subject.id ?? undefined) : undefined;
};

const PetLink = ({ event }: { readonly event: AuditEvent }) => {
  const open = petOf(event);
  return (
    open !== undefined && (
      <Link to="/animals" search={{ open }} className={linkClass}>
        {t.history.openPet}
      </Link>
    )
  );
};

const SubjectLinks = ({ event }: { readonly event: AuditEvent }) => {
  const { subject } = event;
  return (
    <>
      <PetLink event={event} />
      {subject.kind === "attribute" && (
        <Link to="/fields" className={linkClass}>
          {t.history.openFields}
        </Link>
      )}
      {subject.kind === "store" && (
        <Link to="/store" className={linkClass}>
          {t.history.openStore}
        </Link>
      )}
      {subject.kind === "order" && (
        <Link to="/orders" className={linkClass}>
          {t.history.openOrders}
        </Link>
      )}
      {subject.kind === "category" && (
        <Link to="/categories" className={linkClass}>
          {t.history.openCategories}
        </Link>
      )}
      {subject.kind === "catalogue" && (
        <Link to="/animals" className={linkClass}>
          {t.history.openPets}
        </Link>
      )}
      {subject.kind === "api_key" && (
        <Link to="/keys" className={linkClass}>
          {t.history.openKeys}
        </Link>
      )}
    </>
  );
};

type EventDetailsProps = {
  readonly id: string;
  readonly event: AuditEvent;
  /** The action that consists of this event alone, if it is known. */
  readonly action?: Action | undefined;
  readonly whyNoUndo: string | undefined;
  readonly names: Parameters<typeof describeFields>[1];
  readonly isAll: boolean;
};

/** Shows the state before and after side by side, and links to the subject of the event. */
export const EventDetails = ({ id, event, action, whyNoUndo, names, isAll }: EventDetailsProps) => {
  const rows = describeFields(event, names);
  const missing = missingSide(event);
  const why = tellWhyNoUndo(event, whyNoUndo);
  return (
    <div id={id} className="flex flex-col gap-3 border-t border-line bg-page px-3 py-3 sm:px-12">
      {rows.length > 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <Sides event={event} rows={rows} />
        </div>
      )}
      {(missing ?? why) !== undefined && (
        <p className="max-w-prose text-sm text-muted">{[missing, why].filter(Boolean).join(" ")}</p>
      )}
      {action !== undefined && <LeftByUndo action={action} />}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm empty:hidden">
        <SubjectLinks event={event} />
        {event.subject.id !== null && (
          <Link
            to="/history"
            search={{ subject: `${event.subject.kind}:${event.subject.id}`, ...(isAll && { all: true as const }) }}
            className={linkClass}
          >
            {t.history.ofSubject}
          </Link>
        )}
      </p>
    </div>
  );
};

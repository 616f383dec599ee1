import type { AuditEvent } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { createContext, Fragment, type ReactNode, use } from "react";
import { type DescribeOptions, describeEvent } from "../lib/history/describe-event";
import type { FieldRow } from "../lib/history/event-fields";
import type { Value } from "../lib/text/value";
import { t } from "../texts";
import { classNames } from "./class-names";
import { Data, ValueText } from "./data";

/** Lets a page show more about the person who did something than the name. */
export const ActorLook = createContext((_: AuditEvent["actor"], name: ReactNode): ReactNode => name);

export const ActorText = ({ actor, name }: Pick<AuditEvent, "actor"> & { readonly name: Value }) =>
  use(ActorLook)(actor, <ValueText value={name} />);

const linkClass = "font-medium underline-offset-2 hover:underline";

/**
 * Links to the animal, or to the page of another subject. If the subject no longer exists, it links only to the history
 * of the subject.
 */
const SubjectLink = ({ event, children }: { readonly event: AuditEvent; readonly children: ReactNode }) => {
  const { kind, id } = event.subject;
  if ((kind === "pet" || kind === "profile") && id !== null && event.after !== null) {
    return (
      <Link to="/animals" search={{ open: id }} className={linkClass}>
        {children}
      </Link>
    );
  }
  if (kind === "store") {
    return (
      <Link to="/store" className={linkClass}>
        {children}
      </Link>
    );
  }
  if (kind === "attribute" && id !== null && event.after !== null) {
    return (
      <Link to="/fields" search={{ open: id }} className={linkClass}>
        {children}
      </Link>
    );
  }
  if (id === null || kind === "api_key" || kind === "account") return <span className="font-medium">{children}</span>;
  return (
    <Link to="/history" search={{ subject: `${kind}:${id}` }} className={linkClass}>
      {children}
    </Link>
  );
};

/** A space between two parts of a sentence that stand on different lines, because JSX drops white space there. */
const space = " ";

const Dot = () => (
  <span aria-hidden className="text-muted">
    ·
  </span>
);

const None = () => <span aria-hidden>–</span>;

const Change = ({ change: { label, before, after } }: { readonly change: FieldRow }) => (
  <>
    <ValueText value={label} className="text-muted" /> {before === null ? <None /> : <ValueText value={before} />}
    {space}
    <ArrowRight aria-hidden size={14} className="inline shrink-0 text-muted" />
    <span className="sr-only">{t.history.changedTo}</span>
    {space}
    {after === null ? <None /> : <ValueText value={after} className="font-medium" />}
  </>
);

type EventSentenceProps = DescribeOptions & {
  readonly event: AuditEvent;
  readonly className?: string;
};

/** Writes an event as a sentence, such as "Mara changed Luna 124 · Status Available → Sold". */
export const EventSentence = ({ event, className, ...options }: EventSentenceProps) => {
  const { actor, verb, subject, changes, phrases, notes } = describeEvent(event, options);
  const { id, kind } = event.subject;
  return (
    <span className={classNames("block min-w-0 wrap-anywhere", className)}>
      <ActorText actor={event.actor} name={actor} /> <span className="text-muted">{verb}</span>
      {space}
      <SubjectLink event={event}>
        <ValueText value={subject} />
      </SubjectLink>
      {(kind === "pet" || (kind === "profile" && subject.isData)) && (
        <>
          {space}
          <Data className="text-muted">{id}</Data>
        </>
      )}
      {phrases.map(({ word, value }) => (
        <Fragment key={word}>
          {space}
          <span className="text-muted">{word}</span> <ValueText value={value} className="font-medium" />
        </Fragment>
      ))}
      {notes.map((note) => (
        <Fragment key={note}>
          {space}
          <Dot /> <span className="text-muted">{note}</span>
        </Fragment>
      ))}
      {changes.map((change) => (
        <Fragment key={change.name}>
          {space}
          <Dot /> <Change change={change} />
        </Fragment>
      ))}
    </span>
  );
};

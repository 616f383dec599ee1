import type { Action, AuditEvent } from "@petstore/contract/client";
import type { subjectKinds } from "@petstore/contract/schemas";
import {
  Archive,
  ChevronDown,
  CircleDot,
  ClipboardList,
  Cog,
  Contact,
  FileUp,
  Image,
  KeyRound,
  ListPlus,
  type LucideIcon,
  PawPrint,
  SlidersHorizontal,
  StickyNote,
  Store,
  Tags,
  Undo2,
  UserRound,
  Webhook,
} from "lucide-react";
import { ActionSentence, describeAction, isMany } from "../../components/action-sentence";
import { Button } from "../../components/button";
import { Checkbox } from "../../components/checkbox";
import { classNames } from "../../components/class-names";
import { EventSentence } from "../../components/event-sentence";
import type { DescribeOptions } from "../../lib/history/describe-event";
import { describeSubject } from "../../lib/history/describe-subject";
import { formatMoment, formatTime } from "../../lib/text/format";
import { t } from "../../texts";
import { ActionDetails } from "./action-details";
import { ActionUndo, UndoneState } from "./action-undo";
import { EventDetails } from "./event-details";

/** The icon of each kind. A new kind does not compile without one. */
const icons: Readonly<Record<(typeof subjectKinds)[number], LucideIcon>> = {
  pet: PawPrint,
  profile: PawPrint,
  attribute: ListPlus,
  category: Tags,
  order: ClipboardList,
  catalogue: FileUp,
  photo: Image,
  note: StickyNote,
  store: Store,
  webhook_endpoint: Webhook,
  customer: Contact,
  action: Undo2,
  job: Cog,
  setting: SlidersHorizontal,
  api_key: KeyRound,
  account: UserRound,
  audit_trail: Archive,
};

/** A later version of the service may have more kinds. */
const iconsOfKinds: Readonly<Record<string, LucideIcon | undefined>> = icons;

export type RowActions = {
  readonly onToggle: (event: AuditEvent) => void;
  readonly onSelect: (event: AuditEvent, isSelected: boolean) => void;
  readonly onUndo: (event: AuditEvent) => void;
};

type EventRowProps = RowActions & {
  readonly event: AuditEvent;
  readonly action?: Action | undefined;
  readonly caused?: AuditEvent | undefined;
  readonly ownId: number;
  readonly names: DescribeOptions;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isBusy: boolean;
  readonly isAll: boolean;
  /** True if the event can be undone, and can therefore be selected together with others. */
  readonly canUndo: boolean;
  readonly whyNoUndo: string | undefined;
};

/** Shows one event or action. The row of an order's step also shows what the step did to the animal. */
const Sentence = ({ event, action, caused, names, ownId }: EventRowProps) => (
  <div className="min-w-0 flex-1 basis-full py-1 text-sm sm:basis-auto">
    {action === undefined ? (
      <EventSentence event={event} {...names} ownId={ownId} />
    ) : (
      <ActionSentence action={action} {...names} ownId={ownId} />
    )}
    {caused !== undefined && (
      <EventSentence event={caused} {...names} ownId={ownId} className="mt-1 border-l-2 border-line pl-3" />
    )}
  </div>
);

const Toggle = ({ event, isOpen, onToggle }: Pick<EventRowProps, "event" | "isOpen" | "onToggle">) => (
  <button
    type="button"
    data-row-main
    aria-expanded={isOpen}
    aria-controls={isOpen ? `event-${event.id}` : undefined}
    aria-label={t.history.open(formatMoment(event.at))}
    onClick={() => onToggle(event)}
    className="flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-sunken pointer-coarse:min-h-11"
  >
    <time dateTime={event.at} title={formatMoment(event.at)} className="whitespace-nowrap tabular-nums">
      {formatTime(event.at)}
    </time>
    <ChevronDown aria-hidden size={16} className={classNames("transition-transform", isOpen && "rotate-180")} />
  </button>
);

export const EventRow = (props: EventRowProps) => {
  const { event, action, isOpen, isSelected, isBusy, isAll, canUndo, names, ownId } = props;
  const { onSelect, onUndo, onToggle } = props;
  const Icon = iconsOfKinds[event.subject.kind] ?? CircleDot;
  const many = isMany(action) ? action : undefined;
  const subject = describeSubject(event, names.petNameOf).text;
  return (
    <li
      data-row
      data-event={event.id}
      className={classNames("border-b border-line last:border-b-0", isSelected && "bg-accent-soft/40")}
    >
      <div className="flex min-h-12 items-center gap-x-3 px-3 py-1">
        <span className="flex size-5 shrink-0 items-center justify-center">
          {canUndo && (
            <Checkbox
              label={t.history.select(subject)}
              checked={isSelected}
              onCheckedChange={(isChecked) => onSelect(event, isChecked)}
            />
          )}
        </span>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 sm:flex-nowrap">
          <Icon aria-hidden size={16} className="hidden shrink-0 text-muted sm:block" />
          <Sentence {...props} />
          <span className="-mx-2 flex min-w-0 flex-1 basis-full items-center justify-between sm:mx-0 sm:flex-none sm:basis-auto sm:justify-end">
            <span className="order-last min-w-0 sm:order-first">
              {many === undefined && <UndoneState action={action} />}
              {many !== undefined && <ActionUndo action={many} title={describeAction(many, names)?.text ?? subject} />}
              {canUndo && (
                <Button
                  variant="quiet"
                  isBusy={isBusy}
                  aria-label={t.history.undoOf(subject)}
                  icon={<Undo2 aria-hidden size={16} />}
                  onClick={() => onUndo(event)}
                >
                  {t.common.undo}
                </Button>
              )}
            </span>
            <Toggle event={event} isOpen={isOpen} onToggle={onToggle} />
          </span>
        </div>
      </div>
      {isOpen && many !== undefined && (
        <ActionDetails id={`event-${event.id}`} action={many} names={{ ...names, ownId }} />
      )}
      {isOpen && many === undefined && (
        <EventDetails
          id={`event-${event.id}`}
          event={event}
          action={action}
          whyNoUndo={props.whyNoUndo}
          names={names}
          isAll={isAll}
        />
      )}
    </li>
  );
};

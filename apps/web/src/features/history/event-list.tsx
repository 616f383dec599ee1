import type { AuditEvent } from "@petstore/contract/client";
import { useRef, useState } from "react";
import { withAddress } from "../../components/actor-address";
import { ActorLook } from "../../components/event-sentence";
import type { PetNameOf } from "../../lib/history/describe-subject";
import { useAttributeOf } from "../../lib/pets/attributes";
import { useCategoryNames } from "../../lib/pets/categories";
import { useAccount } from "../../lib/session/roles";
import { useRowFocus } from "../../lib/page/row-focus";
import { useShortcut } from "../../lib/page/shortcuts";
import { t } from "../../texts";
import { byDay, dayTitle } from "./days";
import { isMany } from "../../components/action-sentence";
import { EventRow, type RowActions } from "./event-row";
import type { HistoryRow } from "./queries";
import { useWhyNoUndo } from "./use-why-no-undo";

type EventListProps = Omit<RowActions, "onToggle"> & {
  readonly rows: readonly HistoryRow[];
  readonly selected: ReadonlyMap<number, AuditEvent>;
  readonly busyIds: ReadonlySet<number>;
  readonly isAll: boolean;
  readonly petNameOf: PetNameOf;
};

/** Lists the events under the days on which they happened. */
export const EventList = ({ rows, selected, busyIds, isAll, petNameOf, onSelect, onUndo }: EventListProps) => {
  const events = rows.map(({ event }) => event);
  const rowOf = new Map(rows.map((row) => [row.event.id, row]));
  const nameOf = useCategoryNames();
  const attributeOf = useAttributeOf(events.some(({ subject }) => subject.kind === "profile"));
  const { id: ownId } = useAccount();
  const [openIds, setOpenIds] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const rowFocus = useRowFocus({ next: t.history.next, previous: t.history.previous });

  const focused = (): AuditEvent | undefined => {
    const row = document.activeElement?.closest("[data-event]");
    const event = events.find(({ id }) => String(id) === row?.getAttribute("data-event"));
    return event;
  };
  const whyNoUndo = useWhyNoUndo();
  const reasonOf = (event: AuditEvent) => whyNoUndo(rowOf.get(event.id) ?? { event });
  /** A row of many events has its own undo. */
  const canUndo = (event: AuditEvent) => !isMany(rowOf.get(event.id)?.action) && reasonOf(event) === undefined;
  useShortcut("x", t.history.toggle, () => {
    const event = focused();
    if (event !== undefined && canUndo(event)) onSelect(event, !selected.has(event.id));
  });
  useShortcut("u", t.history.undoFocused, () => {
    const event = focused();
    if (event !== undefined && canUndo(event) && !busyIds.has(event.id)) onUndo(event);
  });

  const toggle = ({ id }: AuditEvent) =>
    setOpenIds((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );

  return (
    <ActorLook value={withAddress}>
      <div
        ref={(element) => {
          list.current = element;
          return rowFocus(element);
        }}
        tabIndex={-1}
        className="flex flex-col gap-5 outline-none"
      >
        {byDay(events).map(({ day, events: ofDay }) => (
          <section key={day} aria-labelledby={`day-${day}`} className="flex flex-col gap-2">
            <h2 id={`day-${day}`} className="text-sm font-semibold text-muted">
              <time dateTime={day}>{dayTitle(ofDay[0]?.at ?? day)}</time>
            </h2>
            <ul className="rounded-xl border border-line bg-surface">
              {ofDay.map((event) => (
                <EventRow
                  key={event.id}
                  event={event}
                  action={rowOf.get(event.id)?.action}
                  caused={rowOf.get(event.id)?.caused}
                  ownId={ownId}
                  names={{ nameOf, attributeOf, petNameOf }}
                  isOpen={openIds.has(event.id)}
                  isSelected={selected.has(event.id)}
                  isBusy={busyIds.has(event.id)}
                  isAll={isAll}
                  canUndo={canUndo(event)}
                  whyNoUndo={reasonOf(event)}
                  onSelect={onSelect}
                  onUndo={onUndo}
                  onToggle={toggle}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </ActorLook>
  );
};

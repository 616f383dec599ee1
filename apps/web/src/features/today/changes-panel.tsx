import type { Today } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { Moment } from "../../components/data";
import { EventSentence } from "../../components/event-sentence";
import { useAttributeOf } from "../../lib/pets/attributes";
import { useAccount } from "../../lib/session/roles";
import { t } from "../../texts";
import { Calm, Panel, panelLink } from "./panel";
import { useStockNames, useToday } from "./queries";

const changesOf = ({ changes }: Today) => changes ?? [];

/** Shows what others have changed since the person last looked. */
export const ChangesPanel = ({ className }: { readonly className?: string }) => {
  const nameOf = useStockNames();
  const { id: ownId } = useAccount();
  const { data } = useToday(changesOf);
  const attributeOf = useAttributeOf(data?.some(({ subject }) => subject.kind === "profile") ?? false);
  return (
    <Panel
      title={t.today.changes.title}
      content={data}
      rows={8}
      {...(className !== undefined && { className })}
      link={
        <Link to="/history" className={panelLink}>
          {t.today.changes.all}
        </Link>
      }
    >
      {(events) =>
        events.length === 0 ? (
          <Calm title={t.today.changes.none} />
        ) : (
          <ul className="flex flex-col">
            {events.map((event) => (
              <li
                key={event.id}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 text-sm last:border-b-0 sm:flex-nowrap"
              >
                <EventSentence
                  event={event}
                  nameOf={nameOf}
                  attributeOf={attributeOf}
                  ownId={ownId}
                  className="line-clamp-2! flex-1 basis-full sm:basis-0"
                />
                <span className="text-muted">
                  <Moment at={event.at} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
};

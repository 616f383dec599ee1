import type { Action } from "@petstore/contract/client";
import { useState } from "react";
import { EventSentence } from "../../components/event-sentence";
import { Pager } from "../../components/pager";
import { LoadError, SkeletonRows } from "../../components/states";
import type { DescribeOptions } from "../../lib/history/describe-event";
import { tellWhyNoUndo } from "../../lib/history/event-undo";
import { usePetNames } from "../../lib/pets/named-pets";
import { useQuery } from "@tanstack/react-query";
import { LeftByUndo } from "./action-undo";
import { actionEventsQuery } from "./queries";

/**
 * Shows the events of an action page by page. It also shows what its undo did not restore, or why the action cannot be
 * undone.
 */
export const ActionDetails = ({
  id,
  action,
  names,
}: {
  readonly id: string;
  readonly action: Action;
  readonly names: DescribeOptions;
}) => {
  const [cursor, setCursor] = useState<string>();
  const query = useQuery(actionEventsQuery(action.id, cursor));
  const { data } = query;
  const petNameOf = usePetNames(data?.rows ?? []);
  const why = tellWhyNoUndo(action.event, action.undo.reason ?? undefined);
  return (
    <div id={id} className="flex flex-col gap-3 border-t border-line bg-page px-3 py-3 sm:px-12">
      {why !== undefined && <p className="max-w-prose text-sm text-muted">{why}</p>}
      <LeftByUndo action={action} />
      <LoadError query={query} isInline />
      {data === undefined && query.error === null && <SkeletonRows count={3} className="h-8" />}
      {data !== undefined && (
        <ul className="flex flex-col gap-1 text-sm">
          {data.rows.map((event) => (
            <li key={event.id}>
              <EventSentence event={event} {...names} petNameOf={petNameOf} />
            </li>
          ))}
        </ul>
      )}
      {(data?.cursors.next !== undefined || cursor !== undefined) && (
        <Pager
          hasPrevious={data?.cursors.prev !== undefined}
          hasNext={data?.cursors.next !== undefined}
          onPrevious={() => setCursor(data?.cursors.prev)}
          onNext={() => setCursor(data?.cursors.next)}
        />
      )}
    </div>
  );
};

import type { WebhookDelivery, WebhookEndpoint } from "@petstore/contract/client";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../components/badge";
import { IconButton } from "../../components/button";
import { Data, Moment } from "../../components/data";
import { FilterBar } from "../../components/filters/filter-bar";
import { NoMatch } from "../../components/filters/no-match";
import { Pager } from "../../components/pager";
import { Segments } from "../../components/segments";
import { LoadError, SkeletonRows } from "../../components/states";
import { useQuery } from "@tanstack/react-query";
import { webhooks } from "../../texts/webhooks";
import { eventWords } from "./event-words";
import { deliveryState, deliveryTones, outcomeOf } from "./health";
import { deliveriesQuery, type DeliveryState } from "./queries";
import { useRedeliver } from "./use-webhook-writes";

const texts = webhooks;

const filters = (["all", "waiting", "delivered", "failed"] as const).map((value) => ({
  value,
  label: texts.deliveryFilters[value],
}));

/** Summarises what was sent and received. It shows sizes and times, but never the bodies. */
const Summary = ({ delivery }: { readonly delivery: WebhookDelivery }) => {
  const { attempts, durationMs, requestBytes, responseBytes, nextAttemptAt } = delivery;
  const parts = [
    outcomeOf(delivery),
    attempts > 1 ? texts.attempts(attempts) : undefined,
    durationMs === null ? undefined : texts.took(durationMs),
    requestBytes === null ? undefined : texts.request(requestBytes),
    responseBytes === null ? undefined : texts.response(responseBytes),
  ].filter((part) => part !== undefined);
  return (
    <p className="text-muted wrap-anywhere">
      {parts.join(" · ")}
      {nextAttemptAt !== null && (
        <span className="block">
          {texts.nextAttempt} <Moment at={nextAttemptAt} />
        </span>
      )}
    </p>
  );
};

type RowProps = {
  readonly delivery: WebhookDelivery;
  readonly canSend: boolean;
  readonly onRedeliver: (delivery: WebhookDelivery) => void;
};

const Row = ({ delivery, canSend, onRedeliver }: RowProps) => (
  <li className="flex items-start gap-2 border-b border-line py-2 text-sm last:border-b-0">
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={deliveryTones[delivery.status] ?? "neutral"}>{deliveryState(delivery)}</Badge>
        <span className="font-medium">{eventWords(delivery.type)}</span>
        {delivery.eventId !== null && <Data className="font-mono text-muted">{delivery.eventId}</Data>}
        <span className="ml-auto text-muted">
          <Moment at={delivery.lastAttemptAt ?? delivery.createdAt} />
        </span>
      </p>
      <Summary delivery={delivery} />
    </div>
    {canSend && delivery.eventId !== null && (
      <IconButton
        label={texts.redeliverOf(eventWords(delivery.type), delivery.id)}
        onClick={() => onRedeliver(delivery)}
      >
        <RotateCw aria-hidden size={16} />
      </IconButton>
    )}
  </li>
);

/** Lists what was sent to an endpoint, with the outcomes. */
export const Deliveries = ({ endpoint: { id, status: endpointStatus } }: { readonly endpoint: WebhookEndpoint }) => {
  const [{ status, cursor }, setPlace] = useState<{ readonly status?: DeliveryState; readonly cursor?: string }>({});
  const query = useQuery(deliveriesQuery(id, { status, cursor }));
  const redeliver = useRedeliver();
  const { data, error, isPlaceholderData } = query;
  const goTo = (next: string | undefined) =>
    setPlace({ ...(status !== undefined && { status }), ...(next !== undefined && { cursor: next }) });
  const { prev, next } = data?.cursors ?? {};
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{texts.deliveries}</h3>
      <FilterBar
        pinned={
          <Segments
            label={texts.deliveriesFilter}
            name="delivery-status"
            value={status ?? "all"}
            options={filters}
            onChange={(chosen) => setPlace(chosen === "all" ? {} : { status: chosen })}
            className="self-start"
          />
        }
      />
      <LoadError query={query} isInline />
      {data === undefined && error === null && <SkeletonRows count={4} className="h-12" />}
      {data?.rows.length === 0 &&
        (status === undefined ? (
          <p className="text-sm text-muted">{texts.noDeliveries}</p>
        ) : (
          <NoMatch
            title={texts.noMatch}
            filters={[{ words: texts.deliveryFilters[status], onRemove: () => setPlace({}) }]}
            onClear={() => setPlace({})}
          />
        ))}
      {data !== undefined && data.rows.length > 0 && (
        <ol aria-busy={isPlaceholderData}>
          {data.rows.map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              canSend={endpointStatus === "active"}
              onRedeliver={redeliver.mutate}
            />
          ))}
        </ol>
      )}
      {(prev !== undefined || next !== undefined) && (
        <Pager
          hasPrevious={prev !== undefined}
          hasNext={next !== undefined}
          onPrevious={() => goTo(prev)}
          onNext={() => goTo(next)}
        />
      )}
    </section>
  );
};

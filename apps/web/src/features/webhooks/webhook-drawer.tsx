import type { WebhookEndpoint } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../components/button";
import { Data, Moment } from "../../components/data";
import { Drawer } from "../../components/dialog";
import { EmptyState, InlineError, LoadError, SkeletonRows } from "../../components/states";
import { t } from "../../texts";
import { webhooks } from "../../texts/webhooks";
import { Deliveries } from "./deliveries";
import { eventWords } from "./event-words";
import { reasonOf } from "./health";
import { endpointQuery } from "./queries";
import { useTestEndpoint, useUpdateEndpoint } from "./use-webhook-writes";
import { Behind, HealthBadge, LastSuccess } from "./webhook-parts";

const texts = webhooks;
const { fields } = texts;

/** The actions that have a dialog. */
export type WebhookAction = "edit" | "rotate" | "replay" | "delete";

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[10rem_1fr]">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

const TimeFact = ({ label, at }: { readonly label: string; readonly at: string | null }) =>
  at !== null && (
    <Fact label={label}>
      <Moment at={at} />
    </Fact>
  );

const Facts = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const reason = reasonOf(endpoint);
  return (
    <dl className="text-sm">
      <Fact label={fields.state}>
        <HealthBadge endpoint={endpoint} />
        {reason !== undefined && <p className="mt-1">{reason}</p>}
      </Fact>
      {reason !== undefined && <TimeFact label={fields.since} at={endpoint.statusSince} />}
      <TimeFact label={fields.nextProbe} at={endpoint.nextProbeAt} />
      {endpoint.failures > 0 && <Fact label={fields.failures}>{endpoint.failures}</Fact>}
      <TimeFact label={fields.failingSince} at={endpoint.failingSince} />
      <Fact label={fields.lastSuccess}>
        <LastSuccess endpoint={endpoint} />
      </Fact>
      <Fact label={fields.behind}>
        <Behind endpoint={endpoint} />
      </Fact>
      {endpoint.retrying > 0 && <Fact label={fields.retrying}>{texts.behind(endpoint.retrying)}</Fact>}
      <Fact label={fields.cursor}>
        <Data className="font-mono">{endpoint.cursor}</Data>
      </Fact>
      {endpoint.description !== null && (
        <Fact label={fields.description}>
          <Data>{endpoint.description}</Data>
        </Fact>
      )}
      <Fact label={fields.types}>
        {endpoint.types.length === 0 ? (
          texts.allTypes
        ) : (
          <ul>
            {endpoint.types.map((type) => (
              <li key={type}>
                {eventWords(type)} <Data className="font-mono text-xs text-muted">{type}</Data>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <TimeFact label={fields.oldSecret} at={endpoint.oldSecretUntil} />
      <TimeFact label={fields.created} at={endpoint.createdAt} />
    </dl>
  );
};

type ContentProps = { readonly endpoint: WebhookEndpoint; readonly onAct: (action: WebhookAction) => void };

const Content = ({ endpoint, onAct }: ContentProps) => {
  const test = useTestEndpoint();
  const update = useUpdateEndpoint();
  const isOff = endpoint.status !== "active";
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2">
        <Button isBusy={test.isPending} onClick={() => test.mutate(endpoint)}>
          {test.isPending ? texts.testing : texts.test}
        </Button>
        <Button onClick={() => onAct("replay")}>{texts.replay}</Button>
        <Button onClick={() => onAct("rotate")}>{texts.rotate}</Button>
        <Button
          variant={isOff ? "primary" : "secondary"}
          isBusy={update.isPending}
          onClick={() => update.mutate({ one: endpoint, change: { status: isOff ? "active" : "disabled" } })}
        >
          {isOff ? texts.enable : texts.disable}
        </Button>
      </div>
      {update.error !== null && <InlineError error={update.error} />}
      <Facts endpoint={endpoint} />
      <Deliveries endpoint={endpoint} />
    </div>
  );
};

type WebhookDrawerProps = {
  readonly id: number;
  readonly onClose: () => void;
  readonly onAct: (endpoint: WebhookEndpoint, action: WebhookAction) => void;
};

export const WebhookDrawer = ({ id, onClose, onAct }: WebhookDrawerProps) => {
  const query = useQuery(endpointQuery(id));
  const { data, error } = query;
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={data ? <Data className="wrap-anywhere">{data.url}</Data> : data === null ? texts.gone : t.common.loading}
      name={data?.description ?? data?.url}
      {...(data && {
        actions: (
          <>
            <Button variant="quiet" className="mr-auto text-danger!" onClick={() => onAct(data, "delete")}>
              {t.common.delete}
            </Button>
            <Button onClick={() => onAct(data, "edit")}>{texts.edit}</Button>
          </>
        ),
      })}
    >
      {data === undefined && error === null && <SkeletonRows count={7} className="h-9" />}
      <LoadError query={query} />
      {data === null && <EmptyState title={texts.gone} detail={texts.goneDetail} />}
      {data && <Content key={id} endpoint={data} onAct={(action) => onAct(data, action)} />}
    </Drawer>
  );
};

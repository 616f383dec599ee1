import type { WebhookEndpoint } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { Data, Moment } from "../../components/data";
import { Cell, HeaderCell, Table } from "../../components/table";
import { useMediaQuery } from "../../lib/page/media-query";
import { useRowFocus } from "../../lib/page/row-focus";
import { t } from "../../texts";
import { Behind, HealthBadge, LastSuccess, typesText } from "./webhook-parts";

const texts = t.webhooks;
const { fields } = texts;

type OneProps = { readonly endpoint: WebhookEndpoint };

const Name = ({ endpoint: { id, url, description } }: OneProps) => (
  <div className="min-w-0">
    <Link
      to="/webhooks"
      search={{ open: id }}
      data-row-main
      aria-label={texts.open(url)}
      className="text-base font-medium wrap-anywhere name-link"
    >
      <Data>{url}</Data>
    </Link>
    {description !== null && <Data className="block wrap-anywhere text-muted">{description}</Data>}
  </div>
);

const Health = ({ endpoint }: OneProps) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <HealthBadge endpoint={endpoint} />
    {endpoint.failures > 0 && (
      <span className="text-muted">
        {texts.failed(endpoint.failures)}
        {endpoint.failingSince !== null && (
          <>
            {" · "}
            <Moment at={endpoint.failingSince} />
          </>
        )}
      </span>
    )}
  </span>
);

type ListProps = { readonly endpoints: readonly WebhookEndpoint[] };

const WebhookTable = ({ endpoints }: ListProps) => (
  <Table label={texts.title}>
    <thead>
      <tr>
        <HeaderCell>{fields.url}</HeaderCell>
        <HeaderCell>{fields.state}</HeaderCell>
        <HeaderCell>{fields.lastSuccess}</HeaderCell>
        <HeaderCell>{fields.behind}</HeaderCell>
        <HeaderCell>{fields.types}</HeaderCell>
      </tr>
    </thead>
    <tbody className="[&>tr:last-child>td]:border-b-0">
      {endpoints.map((endpoint) => (
        <tr key={endpoint.id} data-row className="h-14 focus-within:bg-sunken hover:bg-sunken">
          <Cell className="min-w-64">
            <Name endpoint={endpoint} />
          </Cell>
          <Cell>
            <Health endpoint={endpoint} />
          </Cell>
          <Cell>
            <LastSuccess endpoint={endpoint} />
          </Cell>
          <Cell className="whitespace-nowrap">
            <Behind endpoint={endpoint} />
          </Cell>
          <Cell className="whitespace-nowrap">{typesText(endpoint)}</Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);

const WebhookCards = ({ endpoints }: ListProps) => (
  <ul className="flex flex-col gap-2">
    {endpoints.map((endpoint) => (
      <li
        key={endpoint.id}
        data-row
        className="flex flex-col gap-2 rounded-xl border border-line bg-surface px-3 py-3 text-sm"
      >
        <Name endpoint={endpoint} />
        <Health endpoint={endpoint} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-muted [&_dd]:text-text">
          <dt>{fields.lastSuccess}</dt>
          <dd>
            <LastSuccess endpoint={endpoint} />
          </dd>
          <dt>{fields.behind}</dt>
          <dd>
            <Behind endpoint={endpoint} />
          </dd>
          <dt>{fields.types}</dt>
          <dd>{typesText(endpoint)}</dd>
        </dl>
      </li>
    ))}
  </ul>
);

/** Lists the webhooks in a table, or as cards on the phone. */
export const WebhookList = (props: ListProps) => {
  const isWide = useMediaQuery("(min-width: 70rem)");
  const list = useRowFocus({ next: texts.nextRow, previous: texts.previousRow });
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {isWide ? <WebhookTable {...props} /> : <WebhookCards {...props} />}
    </div>
  );
};

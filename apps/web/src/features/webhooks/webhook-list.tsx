import type { WebhookEndpoint } from "@petstore/contract/client";
import { Data, Moment } from "../../components/data";
import { type Column, ResourceList } from "../../components/resource-list";
import { webhooks } from "../../texts/webhooks";
import { Behind, HealthBadge, LastSuccess, typesText } from "./webhook-parts";

const texts = webhooks;
const { fields } = texts;

const Health = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => (
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

const name = {
  label: fields.url,
  of: ({ url }: WebhookEndpoint) => url,
  detail: ({ description }: WebhookEndpoint) =>
    description !== null && <Data className="block wrap-anywhere text-muted">{description}</Data>,
  className: "min-w-64",
};

const columns: readonly Column<WebhookEndpoint>[] = [
  { label: fields.state, cell: (endpoint) => <Health endpoint={endpoint} />, card: "below" },
  { label: fields.lastSuccess, cell: (endpoint) => <LastSuccess endpoint={endpoint} />, card: "labelled" },
  {
    label: fields.behind,
    cell: (endpoint) => <Behind endpoint={endpoint} />,
    className: "whitespace-nowrap",
    card: "labelled",
  },
  { label: fields.types, cell: typesText, className: "whitespace-nowrap", card: "labelled" },
];

export const WebhookList = ({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) => (
  <ResourceList rows={endpoints} texts={texts} to="/webhooks" name={name} columns={columns} wide="(min-width: 70rem)" />
);

import type { ApiKey } from "@petstore/contract/client";
import { Data, Moment } from "../../components/data";
import { type Column, ResourceList } from "../../components/resource-list";
import { t } from "../../texts";
import { Expiry, type KeyAction, KeyMenu, KeyStateBadge, KeyText, LastUsed, OldCalls } from "./key-parts";

type KeyListProps = {
  readonly keys: readonly ApiKey[];
  readonly onAct: (apiKey: ApiKey, action: KeyAction) => void;
};

const { fields } = t.keys;

const name = {
  label: fields.name,
  of: ({ name }: ApiKey) => name,
  detail: (apiKey: ApiKey) => <KeyText apiKey={apiKey} />,
  className: "min-w-48",
};

const columns: readonly Column<ApiKey>[] = [
  { label: fields.scope, cell: ({ scope }) => t.keys.scopes[scope], className: "whitespace-nowrap", card: "labelled" },
  { label: fields.owner, cell: ({ createdBy }) => <Data className="wrap-anywhere">{createdBy.name}</Data> },
  { label: fields.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { label: fields.lastUsed, cell: (apiKey) => <LastUsed apiKey={apiKey} />, card: "labelled" },
  { label: fields.expires, cell: (apiKey) => <Expiry apiKey={apiKey} />, card: "labelled" },
  {
    label: fields.state,
    cell: (apiKey) => (
      <span className="inline-flex flex-wrap gap-1">
        <KeyStateBadge apiKey={apiKey} />
        <OldCalls apiKey={apiKey} />
      </span>
    ),
    card: "below",
  },
];

export const KeyList = ({ keys, onAct }: KeyListProps) => (
  <ResourceList
    rows={keys}
    texts={t.keys}
    to="/keys"
    name={name}
    columns={columns}
    menuLabel={fields.actions}
    renderMenu={(apiKey) => <KeyMenu apiKey={apiKey} onAct={(action) => onAct(apiKey, action)} />}
    wide="(min-width: 80rem)"
  />
);

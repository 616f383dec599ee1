import type { ApiKey } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { Data, Moment } from "../../components/data";
import { Cell, HeaderCell, Table } from "../../components/table";
import { useMediaQuery } from "../../lib/page/media-query";
import { useRowFocus } from "../../lib/page/row-focus";
import { t } from "../../texts";
import { Expiry, type KeyAction, KeyMenu, KeyStateBadge, KeyText, LastUsed, OldCalls } from "./key-parts";

type KeyListProps = {
  readonly keys: readonly ApiKey[];
  readonly onAct: (apiKey: ApiKey, action: KeyAction) => void;
};

const NameLink = ({ apiKey: { id, name } }: { readonly apiKey: ApiKey }) => (
  <Link
    to="/keys"
    search={(search) => ({ ...search, open: id })}
    data-row-main
    aria-label={t.keys.open(name)}
    className="text-base font-medium wrap-anywhere name-link"
  >
    <Data>{name}</Data>
  </Link>
);

const { fields } = t.keys;

const KeyTable = ({ keys, onAct }: KeyListProps) => (
  <Table label={t.keys.title}>
    <thead>
      <tr>
        <HeaderCell>{fields.name}</HeaderCell>
        <HeaderCell>{fields.scope}</HeaderCell>
        <HeaderCell>{fields.owner}</HeaderCell>
        <HeaderCell>{fields.created}</HeaderCell>
        <HeaderCell>{fields.lastUsed}</HeaderCell>
        <HeaderCell>{fields.expires}</HeaderCell>
        <HeaderCell>{fields.state}</HeaderCell>
        <HeaderCell>
          <span className="sr-only">{fields.actions}</span>
        </HeaderCell>
      </tr>
    </thead>
    <tbody className="[&>tr:last-child>td]:border-b-0">
      {keys.map((apiKey) => (
        <tr key={apiKey.id} data-row className="h-14 focus-within:bg-sunken hover:bg-sunken">
          <Cell className="min-w-48">
            <NameLink apiKey={apiKey} />
            <span className="block">
              <KeyText apiKey={apiKey} />
            </span>
          </Cell>
          <Cell className="whitespace-nowrap">{t.keys.scopes[apiKey.scope]}</Cell>
          <Cell>
            <Data className="wrap-anywhere">{apiKey.createdBy.name}</Data>
          </Cell>
          <Cell>
            <Moment at={apiKey.createdAt} />
          </Cell>
          <Cell>
            <LastUsed apiKey={apiKey} />
          </Cell>
          <Cell>
            <Expiry apiKey={apiKey} />
          </Cell>
          <Cell>
            <span className="inline-flex flex-wrap gap-1">
              <KeyStateBadge apiKey={apiKey} />
              <OldCalls apiKey={apiKey} />
            </span>
          </Cell>
          <Cell className="w-12 text-right">
            <KeyMenu apiKey={apiKey} onAct={(action) => onAct(apiKey, action)} />
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);

const KeyCards = ({ keys, onAct }: KeyListProps) => (
  <ul className="flex flex-col gap-2">
    {keys.map((apiKey) => (
      <li
        key={apiKey.id}
        data-row
        className="flex items-start gap-2 rounded-xl border border-line bg-surface py-2 pr-1 pl-3"
      >
        <div className="flex min-w-0 flex-1 flex-col gap-1 py-1 text-sm">
          <NameLink apiKey={apiKey} />
          <KeyText apiKey={apiKey} />
          <span className="flex flex-wrap gap-1">
            <KeyStateBadge apiKey={apiKey} />
            <OldCalls apiKey={apiKey} />
          </span>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-muted [&_dd]:text-text">
            <dt>{fields.scope}</dt>
            <dd>{t.keys.scopes[apiKey.scope]}</dd>
            <dt>{fields.lastUsed}</dt>
            <dd>
              <LastUsed apiKey={apiKey} />
            </dd>
            <dt>{fields.expires}</dt>
            <dd>
              <Expiry apiKey={apiKey} />
            </dd>
          </dl>
        </div>
        <KeyMenu apiKey={apiKey} onAct={(action) => onAct(apiKey, action)} />
      </li>
    ))}
  </ul>
);

/** Lists the keys in a table, or as cards on the phone. */
export const KeyList = (props: KeyListProps) => {
  const isWide = useMediaQuery("(min-width: 80rem)");
  const list = useRowFocus({ next: t.keys.nextRow, previous: t.keys.previousRow });
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {isWide ? <KeyTable {...props} /> : <KeyCards {...props} />}
    </div>
  );
};

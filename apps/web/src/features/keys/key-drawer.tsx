import type { ApiKey } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../components/button";
import { Data, Moment } from "../../components/data";
import { Drawer } from "../../components/dialog";
import { LoadError, SkeletonRows } from "../../components/states";
import { Cell, HeaderCell, Table } from "../../components/table";
import { formatDay, formatNumber } from "../../lib/text/format";
import { t } from "../../texts";
import { Expiry, type KeyAction, KeyStateBadge, KeyText, LastUsed, useCanRotate } from "./key-parts";
import { keyQuery } from "./queries";
import { parseKeySearch } from "./search";

const { fields } = t.keys;

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[8rem_1fr]">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

const ParentLink = ({ id }: { readonly id: number }) => (
  <Link to="/keys" search={(search) => ({ ...parseKeySearch(search), open: id })} className="underline">
    {t.keys.parent(id)}
  </Link>
);

const Facts = ({ apiKey }: { readonly apiKey: ApiKey }) => (
  <dl className="text-sm">
    <Fact label={fields.state}>
      <KeyStateBadge apiKey={apiKey} />
    </Fact>
    <Fact label={fields.key}>
      <KeyText apiKey={apiKey} />
    </Fact>
    <Fact label={fields.scope}>{t.keys.scopeDetails[apiKey.scope]}</Fact>
    <Fact label={fields.owner}>
      <Data>{t.keys.person(apiKey.createdBy.name, apiKey.createdBy.email)}</Data>
    </Fact>
    <Fact label={fields.created}>
      <Moment at={apiKey.createdAt} />
    </Fact>
    {apiKey.parentId !== null && (
      <Fact label={fields.parent}>
        <ParentLink id={apiKey.parentId} />
      </Fact>
    )}
    <Fact label={fields.lastUsed}>
      <LastUsed apiKey={apiKey} />
    </Fact>
    <Fact label={fields.expires}>
      <Expiry apiKey={apiKey} />
    </Fact>
    {apiKey.revokedAt !== null && (
      <Fact label={fields.revoked}>
        <Moment at={apiKey.revokedAt} />
      </Fact>
    )}
  </dl>
);

const OldCallTable = ({ calls }: { readonly calls: ApiKey["deprecatedCalls"] }) => (
  <section className="flex flex-col gap-2">
    <h3 className="text-sm font-semibold">{t.keys.oldCallsTitle}</h3>
    <p className="text-sm text-muted">{t.keys.oldCallsDetail}</p>
    <Table label={t.keys.oldCallsTitle}>
      <thead>
        <tr>
          <HeaderCell>{t.keys.oldCallsDay}</HeaderCell>
          <HeaderCell>{t.keys.oldCallsOperation}</HeaderCell>
          <HeaderCell className="text-right">{t.keys.oldCallsCount}</HeaderCell>
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {calls.map(({ date, operationId, count }) => (
          <tr key={`${date} ${operationId}`}>
            <Cell>
              <time dateTime={date}>{formatDay(date)}</time>
            </Cell>
            <Cell>
              <Data className="font-mono">{operationId}</Data>
            </Cell>
            <Cell className="text-right tabular-nums">
              <Data>{formatNumber(count)}</Data>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  </section>
);

type KeyDrawerProps = {
  readonly id: number;
  readonly onClose: () => void;
  readonly onAct: (apiKey: ApiKey, action: KeyAction) => void;
};

const Actions = ({ apiKey, onAct }: { readonly apiKey: ApiKey; readonly onAct: (action: KeyAction) => void }) => {
  const canRotate = useCanRotate();
  return (
    <>
      <Button variant="danger" onClick={() => onAct("revoke")}>
        {t.keys.revoke}
      </Button>
      {canRotate(apiKey) && <Button onClick={() => onAct("rotate")}>{t.keys.rotate}</Button>}
    </>
  );
};

export const KeyDrawer = ({ id, onClose, onAct }: KeyDrawerProps) => {
  const query = useQuery(keyQuery(id));
  const { data, error } = query;
  const canAct = data !== undefined && data.revokedAt === null;
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={data === undefined ? t.common.loading : <Data>{data.name}</Data>}
      name={data?.name}
      {...(canAct && { actions: <Actions apiKey={data} onAct={(action) => onAct(data, action)} /> })}
    >
      {data === undefined && error === null && <SkeletonRows count={7} className="h-9" />}
      <LoadError query={query} />
      {data !== undefined && (
        <div className="flex flex-col gap-5">
          <Facts apiKey={data} />
          {data.deprecatedCalls.length > 0 && <OldCallTable calls={data.deprecatedCalls} />}
        </div>
      )}
    </Drawer>
  );
};

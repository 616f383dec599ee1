import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge";
import { buttonClass } from "../../components/button";
import { Data, DataLine, Moment } from "../../components/data";
import { type CategoryCounts, totalOf } from "../../lib/category-counts";
import { t } from "../../texts";
import type { WatchedKey } from "./keys-to-watch";
import { Calm, Panel, panelLink } from "./panel";
import { inventoryQuery, watchedKeysQuery } from "./queries";

const SHOWN = 3;

type CareProps<Content, Entry> = {
  readonly texts: {
    readonly title: string;
    readonly all: string;
    readonly none: string;
    readonly more: (count: number) => string;
  };
  /** The page that has all of them. */
  readonly to: "/categories" | "/keys";
  readonly query: UseQueryResult<Content>;
  readonly entriesOf: (content: Content) => readonly Entry[];
  readonly renderEntry: (entry: Entry) => ReactNode;
};

const CarePanel = <Content, Entry>({ texts, to, query, entriesOf, renderEntry }: CareProps<Content, Entry>) => {
  const linkTo = (text: string) => (
    <Link to={to} className={panelLink}>
      {text}
    </Link>
  );
  return (
    <Panel className="flex-1" title={texts.title} query={query} rows={2} link={linkTo(texts.all)}>
      {(content) => {
        const entries = entriesOf(content);
        if (entries.length === 0) return <Calm title={texts.none} />;
        return (
          <>
            <ul className="flex flex-col">{entries.slice(0, SHOWN).map(renderEntry)}</ul>
            {entries.length > SHOWN && linkTo(texts.more(entries.length - SHOWN))}
          </>
        );
      }}
    </Panel>
  );
};

const Row = ({ children }: { readonly children: ReactNode }) => (
  <li className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1 text-sm last:border-b-0">
    {children}
  </li>
);

const Unnamed = ({ entry }: { readonly entry: CategoryCounts }) => (
  <Row>
    <span className="min-w-0 flex-1">
      <span className="mr-2">{t.today.unnamed.category(entry.categoryId)}</span>
      <Link to="/animals" search={{ categoryId: entry.categoryId }} className={panelLink}>
        {t.today.unnamed.animals(totalOf(entry))}
      </Link>
    </span>
    <Link
      to="/categories"
      search={{ q: String(entry.categoryId) }}
      aria-label={t.today.unnamed.nameOf(entry.categoryId)}
      className={buttonClass()}
    >
      {t.today.unnamed.name}
    </Link>
  </Row>
);

/** Categories that an import or another program registered by number. */
export const UnnamedPanel = () => (
  <CarePanel
    texts={t.today.unnamed}
    to="/categories"
    query={useQuery(inventoryQuery)}
    entriesOf={({ byCategory }) =>
      byCategory.filter(({ name }) => name === null).toSorted((a, b) => totalOf(b) - totalOf(a))
    }
    renderEntry={(entry) => <Unnamed key={entry.categoryId} entry={entry} />}
  />
);

const Watched = ({ watched: { key, endsAt, calls, operations } }: { readonly watched: WatchedKey }) => (
  <Row>
    <Link
      to="/keys"
      className="flex min-w-0 flex-1 basis-40 items-baseline gap-2 font-medium underline-offset-2 hover:underline"
    >
      <DataLine>{key.name}</DataLine>
      <Data className="shrink-0 font-mono font-normal text-muted">{t.today.keys.lastFour(key.lastFour)}</Data>
    </Link>
    {endsAt !== null && (
      <Badge tone="danger">
        <span>
          {t.today.keys.ends} <Moment at={endsAt} />
        </span>
      </Badge>
    )}
    {calls > 0 && <span className="basis-full text-muted">{t.today.keys.calls(calls, operations.join(", "))}</span>}
  </Row>
);

/** Shows managers the keys that end soon, or call what is deprecated. */
export const KeysPanel = () => (
  <CarePanel
    texts={t.today.keys}
    to="/keys"
    query={useQuery(watchedKeysQuery)}
    entriesOf={(watched) => watched}
    renderEntry={(one) => <Watched key={one.key.id} watched={one} />}
  />
);

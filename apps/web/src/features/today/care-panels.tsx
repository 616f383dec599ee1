import { useQuery } from "@tanstack/react-query";
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
export const UnnamedPanel = () => {
  const query = useQuery(inventoryQuery);
  return (
    <Panel
      className="flex-1"
      title={t.today.unnamed.title}
      query={query}
      rows={2}
      link={
        <Link to="/categories" className={panelLink}>
          {t.today.unnamed.all}
        </Link>
      }
    >
      {({ byCategory }) => {
        const unnamed = byCategory.filter(({ name }) => name === null).toSorted((a, b) => totalOf(b) - totalOf(a));
        if (unnamed.length === 0) return <Calm title={t.today.unnamed.none} />;
        return (
          <>
            <ul className="flex flex-col">
              {unnamed.slice(0, SHOWN).map((entry) => (
                <Unnamed key={entry.categoryId} entry={entry} />
              ))}
            </ul>
            {unnamed.length > SHOWN && (
              <Link to="/categories" className={panelLink}>
                {t.today.unnamed.more(unnamed.length - SHOWN)}
              </Link>
            )}
          </>
        );
      }}
    </Panel>
  );
};

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
export const KeysPanel = () => {
  const query = useQuery(watchedKeysQuery);
  return (
    <Panel
      className="flex-1"
      title={t.today.keys.title}
      query={query}
      rows={2}
      link={
        <Link to="/keys" className={panelLink}>
          {t.today.keys.all}
        </Link>
      }
    >
      {(watched) => {
        if (watched.length === 0) return <Calm title={t.today.keys.none} />;
        return (
          <>
            <ul className="flex flex-col">
              {watched.slice(0, SHOWN).map((one) => (
                <Watched key={one.key.id} watched={one} />
              ))}
            </ul>
            {watched.length > SHOWN && (
              <Link to="/keys" className={panelLink}>
                {t.today.keys.more(watched.length - SHOWN)}
              </Link>
            )}
          </>
        );
      }}
    </Panel>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PawPrint } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge";
import { buttonClass } from "../../components/button";
import { Data, DataLine, Moment } from "../../components/data";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { formatNumber } from "../../lib/text/format";
import { namedPetsQuery } from "../../lib/pets/named-pets";
import { useHasRole } from "../../lib/session/roles";
import { useRowFocus } from "../../lib/page/row-focus";
import { t } from "../../texts";
import { panelLink } from "./panel";
import type { Todo } from "./todo";
import { OrderRow } from "./todo-orders";
import { PetLink, TodoRow } from "./todo-parts";
import { useApprove } from "./use-approve";

const texts = t.today;

const Begin = () => {
  const isManager = useHasRole("manager");
  return (
    <EmptyState
      icon={<PawPrint aria-hidden />}
      title={texts.empty.title}
      detail={isManager ? texts.empty.detail : texts.empty.detailClerk}
      action={
        <>
          <Link to="/animals" search={{ new: true }} className={buttonClass("primary")}>
            {texts.addAnimal}
          </Link>
          {isManager && (
            <Link to="/import" className={buttonClass()}>
              {texts.importFile}
            </Link>
          )}
        </>
      }
    />
  );
};

const mainLink =
  "inline-flex min-h-6 min-w-0 max-w-full items-center gap-2 font-medium underline-offset-2 hover:underline pointer-coarse:min-h-11";

const Ago = ({ at }: { readonly at: string }) => (
  <span className="text-muted">
    <Moment at={at} />
  </span>
);

const PendingRow = ({ id, since, name }: Todo["pending"][number] & { readonly name: string | undefined }) => (
  <TodoRow
    action={
      <Link
        to="/animals"
        search={{ open: id }}
        aria-label={texts.lookOf(name ?? texts.orders.animal(id))}
        className={buttonClass()}
      >
        {texts.look}
      </Link>
    }
  >
    <PetLink id={id} name={name} isMain />
    <Badge tone="warning">{t.common.status.pending}</Badge>
    <span className="text-muted">
      {texts.pending.unchanged} <Moment at={since} />
    </span>
  </TodoRow>
);

const KeyRow = ({ id, name, lastFour, expiresAt, deprecatedCalls, deprecatedOperations }: Todo["keys"][number]) => (
  <TodoRow
    action={
      <Link to="/keys" search={{ open: id }} aria-label={texts.lookOf(name)} className={buttonClass()}>
        {texts.look}
      </Link>
    }
  >
    <Link data-row-main to="/keys" search={{ open: id }} className={mainLink}>
      <DataLine>{name}</DataLine>
      <Data className="shrink-0 font-mono font-normal text-muted">{texts.keys.lastFour(lastFour)}</Data>
    </Link>
    {expiresAt !== null && (
      <Badge tone="danger">
        <span>
          {texts.keys.ends} <Moment at={expiresAt} />
        </span>
      </Badge>
    )}
    {deprecatedCalls > 0 && (
      <span className="text-muted">{texts.keys.calls(deprecatedCalls, deprecatedOperations.join(", "))}</span>
    )}
  </TodoRow>
);

const WebhookRow = ({ id, url, description, statusSince }: Todo["webhooks"][number]) => (
  <TodoRow
    action={
      <Link
        to="/webhooks"
        search={{ open: id }}
        aria-label={texts.lookOf(description ?? url)}
        className={buttonClass()}
      >
        {texts.look}
      </Link>
    }
  >
    <Link data-row-main to="/webhooks" search={{ open: id }} className={mainLink}>
      <DataLine>{description ?? url}</DataLine>
    </Link>
    <Badge tone="danger">{texts.webhooks.off}</Badge>
    <Ago at={statusSince} />
  </TodoRow>
);

const ImportRow = ({ at, source, leftCount }: Todo["imports"][number]) => (
  <TodoRow
    action={
      <Link to="/import" className={buttonClass()}>
        {texts.imports.look}
      </Link>
    }
  >
    <Link data-row-main to="/history" search={{ action: "catalogue.import" }} className={mainLink}>
      <DataLine>{source}</DataLine>
    </Link>
    <Badge tone="warning">{texts.imports.leftOut(leftCount)}</Badge>
    <Ago at={at} />
  </TodoRow>
);

const CategoryRow = ({ id, animals }: Todo["categories"][number]) => (
  <TodoRow
    action={
      <Link to="/categories" search={{ q: String(id) }} aria-label={texts.unnamed.nameOf(id)} className={buttonClass()}>
        {texts.unnamed.name}
      </Link>
    }
  >
    <Link data-row-main to="/animals" search={{ categoryId: id }} className={mainLink}>
      {texts.unnamed.category(id)}
    </Link>
    <span className="text-muted">{texts.unnamed.animals(animals)}</span>
  </TodoRow>
);

const countText = ({ count, hasMore }: Todo["openOrders"]["placed"]) =>
  hasMore ? texts.orders.atLeast(count) : formatNumber(count);

const OrderCounts = ({ placed, approved }: Todo["openOrders"]) => (
  <p className="flex flex-wrap gap-x-4 text-sm" aria-live="polite">
    {placed.count > 0 && (
      <Link to="/orders" search={{ status: "placed", sort: "id" }} className={panelLink}>
        {texts.orders.placed(countText(placed))}
      </Link>
    )}
    {approved.count > 0 && (
      <Link to="/orders" search={{ status: "approved", sort: "id" }} className={panelLink}>
        {texts.orders.approved(countText(approved))}
      </Link>
    )}
    <Link to="/orders" className={panelLink}>
      {texts.orders.all}
    </Link>
  </p>
);

/** The panel shows two of each kind, and a link to the others. */
const SHOWN = 2;

type SomeProps<Entry> = {
  readonly entries: readonly Entry[];
  readonly renderEntry: (entry: Entry) => ReactNode;
  /** The page that lists all of them. */
  readonly to: "/animals" | "/categories" | "/keys" | "/webhooks" | "/history";
  readonly search: object;
  readonly more: (count: number) => string;
};

const Some = <Entry,>({ entries, renderEntry, to, search, more }: SomeProps<Entry>) => (
  <>
    {entries.slice(0, SHOWN).map(renderEntry)}
    {entries.length > SHOWN && (
      <li data-row className="border-b border-line py-2 last:border-b-0">
        <Link to={to} search={search} className={panelLink}>
          {more(entries.length - SHOWN)}
        </Link>
      </li>
    )}
  </>
);

const Rows = ({ todo }: { readonly todo: Todo }) => {
  const { orders, pending, keys, webhooks, imports, categories } = todo;
  const query = useQuery(namedPetsQuery(pending.slice(0, SHOWN).map(({ id }) => id)));
  const nameOf = (id: number) => query.data?.get(id)?.name ?? (query.isPending ? undefined : String(id));
  const { approve, isSent } = useApprove();
  const list = useRowFocus({ next: texts.todo.next, previous: texts.todo.previous });
  return (
    <>
      <LoadError query={query} isInline />
      <ul ref={list} tabIndex={-1} className="flex flex-col outline-none">
        {orders.map((order) => (
          <OrderRow key={`order-${order.id}`} order={order} isBusy={isSent(order.id)} onApprove={approve} />
        ))}
        <Some
          entries={pending}
          renderEntry={(one) => <PendingRow key={`pet-${one.id}`} {...one} name={nameOf(one.id)} />}
          to="/animals"
          search={{ status: "pending" }}
          more={texts.pending.more}
        />
        <Some
          entries={webhooks}
          renderEntry={(one) => <WebhookRow key={`webhook-${one.id}`} {...one} />}
          to="/webhooks"
          search={{}}
          more={texts.webhooks.more}
        />
        <Some
          entries={keys}
          renderEntry={(one) => <KeyRow key={`key-${one.id}`} {...one} />}
          to="/keys"
          search={{}}
          more={texts.keys.more}
        />
        <Some
          entries={imports}
          renderEntry={(one) => <ImportRow key={`import-${one.id}`} {...one} />}
          to="/history"
          search={{ action: "catalogue.import" }}
          more={texts.imports.more}
        />
        <Some
          entries={categories}
          renderEntry={(one) => <CategoryRow key={`category-${one.id}`} {...one} />}
          to="/categories"
          search={{}}
          more={texts.unnamed.more}
        />
      </ul>
    </>
  );
};

/** Lists what waits for somebody, each with its next step. The panel disappears when there is nothing to do. */
export const TodoPanel = ({ todo, className }: { readonly todo: Todo | undefined; readonly className: string }) => (
  <section
    aria-labelledby="todo"
    aria-busy={todo === undefined}
    className={`flex min-w-0 flex-col gap-2 self-start rounded-xl border border-line bg-surface p-4 ${className}`}
  >
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 id="todo" className="text-base font-semibold">
        {texts.todo.title}
      </h2>
      {todo !== undefined && todo.orders.length > 0 && <OrderCounts {...todo.openOrders} />}
    </div>
    {todo === undefined ? <SkeletonRows count={8} className="h-10" /> : todo.isEmpty ? <Begin /> : <Rows todo={todo} />}
  </section>
);

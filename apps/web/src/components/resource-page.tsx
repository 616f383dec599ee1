import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useShortcut } from "../lib/page/shortcuts";
import type { usePage } from "../lib/service/use-paging";
import { Button } from "./button";
import { classNames } from "./class-names";
import { Page } from "./page";
import { Pager } from "./pager";
import { EmptyState, LoadError, SkeletonRows } from "./states";

type PageTexts = { readonly title: string; readonly description: string; readonly new: string };

type ResourcePageProps = {
  readonly texts: PageTexts;
  readonly onNew: () => void;
  readonly children: ReactNode;
};

/** The page of a resource. The button and the key `n` create a new one. */
export const ResourcePage = ({ texts, onNew, children }: ResourcePageProps) => {
  useShortcut("n", texts.new, onNew);
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={onNew}>
          {texts.new}
        </Button>
      }
    >
      {children}
    </Page>
  );
};

type EmptyProps = {
  readonly icon: ReactNode;
  readonly texts: PageTexts & { readonly empty: string; readonly emptyDetail: string };
  readonly onNew: () => void;
};

/** Says that there are no rows yet, and offers to create the first one. */
export const NoneYet = ({ icon, texts, onNew }: EmptyProps) => (
  <EmptyState
    icon={icon}
    title={texts.empty}
    detail={texts.emptyDetail}
    action={
      <Button variant="primary" onClick={onNew}>
        {texts.new}
      </Button>
    }
  />
);

type DeniedProps = {
  readonly icon: ReactNode;
  readonly texts: { readonly title: string; readonly managersOnly: string; readonly managersOnlyDetail: string };
};

/** Shown to a clerk instead of a page for managers. */
export const ManagersOnly = ({ icon, texts }: DeniedProps) => (
  <Page title={texts.title}>
    <EmptyState icon={icon} title={texts.managersOnly} detail={texts.managersOnlyDetail} />
  </Page>
);

type Query<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly isPlaceholderData?: boolean;
};

type LoadedProps<Data> = {
  readonly query: Query<Data>;
  /** The number of placeholder rows while the first answer is being loaded. */
  readonly placeholders?: number;
  readonly children: (data: Data) => ReactNode;
};

/**
 * Shows the result of a query. Until there is one, it shows a placeholder or the error. A later error is shown above
 * the result.
 */
export const Loaded = <Data,>({ query, placeholders = 8, children }: LoadedProps<Data>) => {
  const { data, error, isPlaceholderData = false } = query;
  if (data === undefined && error !== null) return <LoadError query={query} />;
  if (data === undefined) return <SkeletonRows count={placeholders} className="h-14" />;
  return (
    <div className={classNames("flex flex-col gap-3", isPlaceholderData && "opacity-60")}>
      <LoadError query={query} />
      {children(data)}
    </div>
  );
};

type PagedProps<Row> = {
  readonly page: ReturnType<typeof usePage<Row>>;
  readonly summary: (count: number) => string;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** Shows a page of a listing, and the controls that change the page. */
export const Paged = <Row,>({ page: { query, pager }, summary, empty, children }: PagedProps<Row>) => (
  <Loaded query={query}>
    {({ rows }) =>
      rows.length === 0 ? (
        empty
      ) : (
        <>
          {children(rows)}
          <Pager {...pager} summary={summary(rows.length)} />
        </>
      )
    }
  </Loaded>
);

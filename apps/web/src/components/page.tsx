import type { ReactNode } from "react";
import { useDocumentTitle } from "../lib/page/document-title";
import { formatMoment } from "../lib/text/format";
import { printedAt } from "../lib/page/printing";
import { useStore } from "../lib/page/store";
import { useStoreDetails } from "../lib/store/store-settings";
import { t } from "../texts";
import { classNames } from "./class-names";
import { Data } from "./data";
import { StoreLogo } from "./store-logo";

type PageProps = {
  readonly title: string;
  readonly description?: string;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

type PrintedProps = {
  /** Whether the print is for people outside the store, who need its address. */
  readonly hasAddress?: boolean;
};

/** Shows, on paper only, the name of the store and when the page was printed. */
export const Printed = ({ hasAddress = false }: PrintedProps) => {
  const at = useStore(printedAt);
  const { name, address } = useStoreDetails();
  return (
    <div className="hidden text-sm print:block">
      <StoreLogo className="mb-[2mm] h-[14mm] max-w-[50mm]" />
      {name !== null && <Data className="block font-semibold">{name}</Data>}
      {hasAddress && address !== null && <Data className="block whitespace-pre-wrap">{address}</Data>}
      <p className="text-muted">
        {t.print.printed} <time dateTime={at}>{formatMoment(at)}</time>
      </p>
    </div>
  );
};

/** The frame of every page. Its heading is also the title of the document. */
export const Page = ({ title, description, actions, children }: PageProps) => {
  useDocumentTitle(title);
  return (
    <div data-page className="mx-auto flex w-full max-w-[100rem] flex-col gap-4 p-3 sm:p-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className={classNames("flex-1", description === undefined ? "min-w-min basis-24" : "min-w-0 basis-48")}>
          <h1 className="text-xl font-semibold sm:text-2xl">{title}</h1>
          {description !== undefined && <p className="text-sm text-muted">{description}</p>}
          <Printed />
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
};

/** A part of a page with its own heading. */
export const Section = ({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => (
  <section className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      {actions}
    </div>
    {children}
  </section>
);

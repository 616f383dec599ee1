import { type FormEventHandler, type ReactNode, useEffect } from "react";
import { classNames } from "./class-names";

type CardPageProps = {
  /** The heading, and the title of the document. */
  readonly title: string;
  readonly isWide?: boolean;
  readonly onInput?: FormEventHandler;
  readonly children: ReactNode;
  /** The dialogs of the page. */
  readonly dialogs?: ReactNode;
};

/** A page without navigation, for people who are not signed in to the admin yet. */
export const CardPage = ({ title, isWide = false, onInput, children, dialogs }: CardPageProps) => {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main onInput={onInput} className="flex min-h-dvh items-center justify-center p-4">
      <div
        className={classNames(
          "flex w-full flex-col gap-5 rounded-xl border border-line bg-surface p-6 shadow-raised",
          isWide ? "max-w-2xl" : "max-w-sm",
        )}
      >
        <h1 className="flex items-center gap-3 text-xl font-semibold">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {title}
        </h1>
        {children}
      </div>
      {dialogs}
    </main>
  );
};

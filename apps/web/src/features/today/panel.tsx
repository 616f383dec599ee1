import type { ReactNode } from "react";
import { classNames } from "../../components/class-names";
import { Skeleton } from "../../components/states";
import { t } from "../../texts";

export const panelLink = "text-sm font-medium text-accent underline-offset-2 hover:underline";

type PanelProps<Content> = {
  readonly title: string;
  /** The link to the whole list, at the right of the title. */
  readonly link?: ReactNode;
  /** Undefined while the content is loading. */
  readonly content: Content | undefined;
  /** How many rows the placeholder has while the content is loading. */
  readonly rows: number;
  readonly className?: string;
  readonly children: (content: Content) => ReactNode;
};

const rowHeight = 2.75;

/** A part of the Today page. */
export const Panel = <Content,>({ title, link, content, rows, className, children }: PanelProps<Content>) => (
  <section
    className={classNames("flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4", className)}
    aria-busy={content === undefined}
  >
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 className="text-base font-semibold">{title}</h2>
      {link}
    </div>
    <div
      className="flex flex-1 flex-col gap-2"
      {...(content === undefined && { style: { minHeight: `${rows * rowHeight}rem` } })}
    >
      {content === undefined && (
        <div role="status" aria-label={t.common.loading} className="flex flex-col">
          {Array.from({ length: rows }, (_, index) => (
            <span key={index} className="flex h-11 items-center">
              <Skeleton className="h-5 w-full" />
            </span>
          ))}
        </div>
      )}
      {content !== undefined && children(content)}
    </div>
  </section>
);

/** Says quietly, in the middle of the panel, that there is nothing to do. */
export const Calm = ({
  title,
  detail,
  icon,
}: {
  readonly title: string;
  readonly detail?: string;
  readonly icon?: ReactNode;
}) => (
  <div className="flex flex-1 flex-col items-center justify-center gap-1 py-3 text-center text-sm">
    {icon !== undefined && <span className="text-accent">{icon}</span>}
    <p className={detail === undefined ? "text-muted" : "font-medium"}>{title}</p>
    {detail !== undefined && <p className="text-muted">{detail}</p>}
  </div>
);

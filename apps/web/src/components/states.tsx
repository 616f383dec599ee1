import { CircleAlert, CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "../lib/api-error";
import { t } from "../texts";
import { Button } from "./button";
import { classNames } from "./class-names";

type StateProps = {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly detail?: string;
  readonly action?: ReactNode;
};

/** A list with nothing in it: says what belongs here, and offers the next step. */
export const EmptyState = ({ icon, title, detail, action }: StateProps) => (
  <div className="flex flex-col items-center gap-2 rounded-xl border border-dashed border-line px-4 py-12 text-center">
    <span className="text-muted">{icon}</span>
    <p className="font-medium">{title}</p>
    {detail !== undefined && <p className="max-w-prose text-sm text-muted">{detail}</p>}
    {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
);

/** The sentences of the service and of the contract are English, whatever the language of the admin. */
export const messageLanguage = "en";

/** What could not be loaded: the server's sentence, the request id for its log, and the way on. */
export const ErrorState = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const failure = error instanceof ApiError ? error : undefined;
  const isOffline = failure?.code === "offline";
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-2 rounded-xl border border-line bg-surface px-4 py-12 text-center"
    >
      <span className="text-danger">{isOffline ? <CloudOff aria-hidden /> : <CircleAlert aria-hidden />}</span>
      <p className="font-medium">{isOffline ? t.common.offlineTitle : t.common.errorTitle}</p>
      <p lang={messageLanguage} className="max-w-prose text-sm wrap-anywhere text-muted">
        {failure?.message ?? t.common.unexpected}
      </p>
      {failure?.requestId && (
        <p className="font-mono text-sm wrap-anywhere text-muted">{t.common.requestId(failure.requestId)}</p>
      )}
      <Button className="mt-2" onClick={onRetry}>
        {t.common.retry}
      </Button>
    </div>
  );
};

/** As {@link ErrorState}, inside a form or a dialog. Nothing shows of what the person cancelled. */
export const InlineError = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => {
  const failure = error instanceof ApiError ? error : undefined;
  if (failure?.code === "cancelled") return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-on-danger-soft"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span lang={messageLanguage}>{failure?.message ?? t.common.unexpected}</span>
        {failure?.requestId && <span className="font-mono"> {t.common.requestId(failure.requestId)}</span>}
      </p>
      {onRetry && <Button onClick={onRetry}>{t.common.retry}</Button>}
    </div>
  );
};

/** Holds the place of what is loading, in its size: nothing moves when it arrives. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span
    aria-hidden
    className={classNames(
      "block animate-pulse rounded in-[.animate-pulse]:animate-none bg-sunken",
      className ?? "h-5 w-full",
    )}
  />
);

export const SkeletonRows = ({
  count,
  className = "h-11",
}: {
  readonly count: number;
  readonly className?: string;
}) => (
  <div role="status" aria-label={t.common.loading} className="flex flex-col gap-2">
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} className={classNames("w-full", className)} />
    ))}
  </div>
);

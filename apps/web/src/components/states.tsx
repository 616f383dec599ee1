import { CircleAlert, CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, mayPass, nextTryMs } from "../lib/service/api-error";
import { failureText } from "../lib/service/failure-text";
import { formatTime } from "../lib/text/format";
import { t } from "../texts";
import { Button } from "./button";
import { classNames } from "./class-names";

type StateProps = {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly detail?: string;
  readonly action?: ReactNode;
};

/** Shown instead of an empty list: says what belongs here, and offers the next step. */
export const EmptyState = ({ icon, title, detail, action }: StateProps) => (
  <div className="flex flex-col items-center gap-2 rounded-xl border border-dashed border-line px-4 py-12 text-center">
    <span className="text-muted">{icon}</span>
    <p className="text-lg font-medium">{title}</p>
    {detail !== undefined && <p className="max-w-prose text-sm text-muted">{detail}</p>}
    {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
);

const SOON_MS = 60_000;

/** The sentences of the service and of the contract are English, whatever the language of the admin. */
export const messageLanguage = "en";

/** Shows the sentence about a failure, with its language if the page has another language. */
export const FailureText = ({ error }: { readonly error: unknown }) => {
  const { text, isEnglish } = failureText(error);
  return <span lang={isEnglish ? messageLanguage : undefined}>{text}</span>;
};

type ErrorProps = {
  readonly error: unknown;
  /** Says what happens next. */
  readonly note?: string | undefined;
};

/**
 * Shows that something could not be loaded: the server's sentence, the request id for its log, and what the person can
 * do next.
 */
export const ErrorState = ({ error, note, onRetry }: ErrorProps & { readonly onRetry: () => void }) => {
  const failure = error instanceof ApiError ? error : undefined;
  const isOffline = failure?.code === "offline";
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-2 rounded-xl border border-line bg-surface px-4 py-12 text-center"
    >
      <span className="text-danger">{isOffline ? <CloudOff aria-hidden /> : <CircleAlert aria-hidden />}</span>
      <p className="text-lg font-medium">{isOffline ? t.common.offlineTitle : t.common.errorTitle}</p>
      <p className="max-w-prose text-sm wrap-anywhere text-muted">
        <FailureText error={failure} />
      </p>
      {note !== undefined && <p className="max-w-prose text-sm">{note}</p>}
      {failure?.requestId && (
        <p className="font-mono text-sm wrap-anywhere text-muted">{t.common.requestId(failure.requestId)}</p>
      )}
      <Button className="mt-2" onClick={onRetry}>
        {t.common.retry}
      </Button>
    </div>
  );
};

/** An {@link ErrorState} inside a form or a dialog. It shows nothing if the person cancelled the request. */
export const InlineError = ({ error, note, onRetry }: ErrorProps & { readonly onRetry?: () => void }) => {
  const failure = error instanceof ApiError ? error : undefined;
  if (failure?.code === "cancelled") return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-on-danger-soft"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        <FailureText error={failure} />
        {note !== undefined && <span> {note}</span>}
        {failure?.requestId && <span className="font-mono"> {t.common.requestId(failure.requestId)}</span>}
      </p>
      {onRetry && <Button onClick={onRetry}>{t.common.retry}</Button>}
    </div>
  );
};

/** The service's own sentence about too many requests is written for programs, so this replaces it. */
const loadProblem = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.status !== 429) return error;
  return new ApiError(error.code, t.common.tooManyRequests, 0, error.requestId);
};

const nextTry = (error: unknown): string | undefined => {
  if (!mayPass(error)) return undefined;
  const wait = nextTryMs(error);
  if (wait <= SOON_MS) return t.common.nextTrySoon;
  return t.common.nextTry(formatTime(new Date(error.at + wait).toISOString()));
};

type LoadErrorProps = {
  readonly query: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown };
  /**
   * True to keep the error small even if nothing was loaded before. Use this in a dialog, or next to other parts of a
   * page.
   */
  readonly isInline?: boolean;
};

/**
 * Says why a query failed and when it is sent again. This replaces the data or, if data was loaded before, stands above
 * it.
 */
export const LoadError = ({ query: { data, error, refetch }, isInline = false }: LoadErrorProps) => {
  if (error === null || error === undefined) return null;
  const props = { error: loadProblem(error), note: nextTry(error), onRetry: () => void refetch() };
  return data === undefined && !isInline ? <ErrorState {...props} /> : <InlineError {...props} />;
};

/** A placeholder of the same size as what is loading, so that nothing moves when it arrives. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span
    aria-hidden
    data-loading
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

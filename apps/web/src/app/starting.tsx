import { ErrorState } from "../components/states";
import { session } from "../lib/session/session";
import { t } from "../texts";

/**
 * The page that is shown until it is known whether the browser has a session. It is empty at first, so that nothing
 * flashes when the answer comes within milliseconds.
 */
export const Starting = ({ error }: { readonly error: unknown }) => (
  <main data-starting={error === undefined} className="flex min-h-dvh items-center justify-center p-4">
    {error === undefined ? (
      <p role="status" className="sr-only">
        {t.common.loading}
      </p>
    ) : (
      <div className="w-full max-w-lg">
        <h1 className="sr-only">{t.shell.unreachable}</h1>
        <ErrorState error={error} onRetry={() => void session.start()} />
      </div>
    )}
  </main>
);

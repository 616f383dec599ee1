import type { Secret } from "../../components/secret-dialog";
import { ApiError } from "../../lib/service/api-error";
import { t } from "../../texts";

export const toSecret = (key: string): Secret => ({
  title: t.keys.secretTitle,
  label: t.keys.secretLabel,
  value: key,
  detail: t.keys.secretDetail,
});

/** The two requests that create a key take no `Idempotency-Key`, so a repeat would create another key. */
export const isAnswerLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

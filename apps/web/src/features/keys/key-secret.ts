import type { Secret } from "../../components/secret-dialog";
import { ApiError } from "../../lib/service/api-error";
import { t } from "../../texts";

export const toSecret = (key: string): Secret => ({
  title: t.keys.secretTitle,
  label: t.keys.secretLabel,
  value: key,
  detail: t.keys.secretDetail,
});

/** The two requests that make a key take no `Idempotency-Key`: sent again, they make another one. */
export const isAnswerLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

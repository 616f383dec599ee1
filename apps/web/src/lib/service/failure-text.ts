import { t } from "../../texts";
import { failures } from "../../texts/failures";
import { isPseudoLocale, language } from "../../texts/page-language";
import { ApiError, isEnglish } from "./api-error";

const isTold = (code: string): code is keyof typeof failures => Object.hasOwn(failures, code);

/**
 * Returns the sentence about a failure in the language of the page, if its code says what is wrong. An English page shows
 * the sentence of the service, which may also name what is in the way.
 */
export const failureText = (error: unknown): { readonly text: string; readonly isEnglish: boolean } => {
  if (!(error instanceof ApiError)) return { text: t.common.unexpected, isEnglish: false };
  const { code, message } = error;
  if (!isEnglish(error)) return { text: message, isEnglish: false };
  const isTranslated = (language !== "en" || isPseudoLocale) && isTold(code);
  return isTranslated ? { text: failures[code], isEnglish: false } : { text: message, isEnglish: true };
};

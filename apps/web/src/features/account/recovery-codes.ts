import type { Secret } from "../../components/secret-dialog";
import { t } from "../../texts";

export const toSecret = (codes: readonly string[]): Secret => ({
  title: t.secondFactor.codesTitle,
  label: t.secondFactor.codesLabel,
  value: codes.join("\n"),
  fileName: t.secondFactor.codesFile,
  detail: t.secondFactor.codesDetail,
});

import type { Invitation, User } from "@petstore/contract/client";
import type { Secret } from "../../components/secret-dialog";
import { formatMoment } from "../../lib/text/format";
import { t } from "../../texts";

/** Returns the link that an owner passes on to the invited person. */
export const toSecret = ({ name, email }: User, { url, expiresAt }: Invitation): Secret => ({
  title: t.staff.secretTitle(name),
  label: t.staff.secretLabel(email),
  value: url,
  detail: t.staff.secretDetail(formatMoment(expiresAt)),
});

import type { User } from "@petstore/contract/client";
import { Badge } from "../../components/badge";
import { useAccount } from "../../lib/session/roles";
import { t } from "../../texts";

type UserProps = { readonly user: User };

export const AccountState = ({ user: { banned, invited } }: UserProps) => {
  if (banned) return <Badge tone="danger">{t.staff.states.banned}</Badge>;
  if (invited) return <Badge tone="warning">{t.staff.states.invited}</Badge>;
  return <Badge tone="accent">{t.staff.states.active}</Badge>;
};

export const YouBadge = ({ user: { id } }: UserProps) => {
  const own = useAccount();
  return own.id === id ? <Badge tone="info">{t.staff.you}</Badge> : null;
};

const roles = ["clerk", "manager", "owner"] as const;

/** The options of a select of roles, from the least to the most powerful. */
export const roleOptions = roles.map((value) => ({ value, label: t.staff.roles[value] }));

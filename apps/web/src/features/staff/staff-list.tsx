import type { User } from "@petstore/contract/client";
import { Badge } from "../../components/badge";
import { Data } from "../../components/data";
import { type Column, ResourceList } from "../../components/resource-list";
import { formatDate } from "../../lib/text/format";
import { t } from "../../texts";
import { AccountState, YouBadge } from "./staff-parts";

const { fields, hasSecondFactor } = t.staff;

const name = {
  label: fields.name,
  of: ({ name }: User) => name,
  badge: (user: User) => <YouBadge user={user} />,
};

const columns: readonly Column<User>[] = [
  { label: fields.email, cell: ({ email }) => <Data className="wrap-anywhere">{email}</Data>, card: "below" },
  { label: fields.role, cell: ({ role }) => t.common.role[role] },
  { label: fields.state, cell: (user) => <AccountState user={user} /> },
  { label: fields.secondFactor, cell: ({ secondFactor }) => hasSecondFactor[secondFactor ? "true" : "false"] },
  {
    label: fields.created,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {formatDate(createdAt)}
      </time>
    ),
  },
];

const summary = (user: User) => (
  <span className="flex flex-wrap items-center gap-2">
    {t.common.role[user.role]}
    <AccountState user={user} />
    {user.secondFactor && <Badge tone="neutral">{fields.secondFactor}</Badge>}
  </span>
);

export const StaffList = ({ users }: { readonly users: readonly User[] }) => (
  <ResourceList rows={users} texts={t.staff} to="/staff" name={name} columns={columns} cardDetail={summary} />
);

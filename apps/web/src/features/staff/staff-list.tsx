import type { User } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../components/badge";
import { Data } from "../../components/data";
import { Cell, HeaderCell, Table } from "../../components/table";
import { formatDate } from "../../lib/text/format";
import { useMediaQuery } from "../../lib/page/media-query";
import { useRowFocus } from "../../lib/page/row-focus";
import { t } from "../../texts";
import { AccountState, YouBadge } from "./staff-parts";

type UsersProps = { readonly users: readonly User[] };

const { fields } = t.staff;

const NameLink = ({ user }: { readonly user: User }) => (
  <span className="inline-flex flex-wrap items-center gap-2">
    <Link
      to="/staff"
      search={(search) => ({ ...search, open: user.id })}
      data-row-main
      aria-label={t.staff.open(user.name)}
      className="text-base font-medium wrap-anywhere name-link"
    >
      <Data>{user.name}</Data>
    </Link>
    <YouBadge user={user} />
  </span>
);

const StaffTable = ({ users }: UsersProps) => (
  <Table label={t.staff.title}>
    <thead>
      <tr>
        <HeaderCell>{fields.name}</HeaderCell>
        <HeaderCell>{fields.email}</HeaderCell>
        <HeaderCell>{fields.role}</HeaderCell>
        <HeaderCell>{fields.state}</HeaderCell>
        <HeaderCell>{fields.secondFactor}</HeaderCell>
        <HeaderCell>{fields.created}</HeaderCell>
      </tr>
    </thead>
    <tbody className="[&>tr:last-child>td]:border-b-0">
      {users.map((user) => (
        <tr key={user.id} data-row className="h-11 focus-within:bg-sunken hover:bg-sunken">
          <Cell>
            <NameLink user={user} />
          </Cell>
          <Cell>
            <Data className="wrap-anywhere">{user.email}</Data>
          </Cell>
          <Cell>{t.common.role[user.role]}</Cell>
          <Cell>
            <AccountState user={user} />
          </Cell>
          <Cell>{user.secondFactor ? t.staff.hasSecondFactor.true : t.staff.hasSecondFactor.false}</Cell>
          <Cell>
            <time dateTime={user.createdAt} className="whitespace-nowrap">
              {formatDate(user.createdAt)}
            </time>
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);

const StaffCards = ({ users }: UsersProps) => (
  <ul className="flex flex-col gap-2">
    {users.map((user) => (
      <li
        key={user.id}
        data-row
        className="flex flex-col gap-1 rounded-xl border border-line bg-surface px-3 py-2.5 text-sm"
      >
        <NameLink user={user} />
        <Data className="wrap-anywhere text-muted">{user.email}</Data>
        <span className="flex flex-wrap items-center gap-2">
          {t.common.role[user.role]}
          <AccountState user={user} />
          {user.secondFactor && <Badge tone="neutral">{fields.secondFactor}</Badge>}
        </span>
      </li>
    ))}
  </ul>
);

/** Lists the accounts in a table, or as cards on the phone. */
export const StaffList = ({ users }: UsersProps) => {
  const isWide = useMediaQuery("(min-width: 60rem)");
  const list = useRowFocus({ next: t.staff.nextRow, previous: t.staff.previousRow });
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {isWide ? <StaffTable users={users} /> : <StaffCards users={users} />}
    </div>
  );
};

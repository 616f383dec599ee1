import type { User } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { Badge } from "../../components/badge";
import { Button, buttonClass } from "../../components/button";
import { Data } from "../../components/data";
import { Drawer } from "../../components/dialog";
import { LoadError, SkeletonRows } from "../../components/states";
import { askAuth } from "../../lib/service/api";
import { notifyFailure } from "../../lib/page/notices";
import { useAccount } from "../../lib/session/roles";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { useUser } from "../../lib/session/user-query";
import { t } from "../../texts";
import { BanDialog } from "./ban-dialog";
import { CorrectDialog } from "./correct-dialog";
import { InviteDialog } from "./invite-dialog";
import { RoleForm } from "./role-form";
import { AccountState, YouBadge } from "./staff-parts";
import { UserSessions } from "./user-sessions";

type UserProps = { readonly user: User };

type PartProps = { readonly title: string; readonly detail: ReactNode; readonly action: ReactNode };

const Part = ({ title, detail, action }: PartProps) => (
  <section className="flex flex-wrap items-start justify-between gap-2">
    <div className="min-w-0 flex-1 basis-56">
      <h3 className="text-sm font-semibold">{title}</h3>
      <div className="text-sm text-muted">{detail}</div>
    </div>
    {action}
  </section>
);

const Access = ({ user }: UserProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const unban = useWrite({
    send: () => askAuth((auth, options) => auth.users.unbanUser({ body: { userId: user.id }, ...options })),
    onSuccess: () => announce({ title: t.staff.unbanned(user.name) }),
    onError: (error) => notifyFailure(error),
  });
  const detail = user.banned ? (
    <>
      <p>{t.staff.bannedNow}</p>
      {user.banReason !== null && (
        <p>
          {t.staff.bannedFor} <Data className="wrap-anywhere">{user.banReason}</Data>
        </p>
      )}
    </>
  ) : (
    t.staff.banDetail
  );
  return (
    <>
      <Part
        title={t.staff.access}
        detail={detail}
        action={
          // It is the same button in both states, so it keeps the focus when its meaning changes.
          <Button
            variant={user.banned ? "secondary" : "danger"}
            isBusy={unban.isPending}
            onClick={() => (user.banned ? unban.mutate(undefined) : setIsAsking(true))}
          >
            {user.banned ? t.staff.unban : t.staff.ban}
          </Button>
        }
      />
      {isAsking && <BanDialog user={user} onClose={() => setIsAsking(false)} />}
    </>
  );
};

const Password = ({ user }: UserProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Part
        title={user.invited ? t.staff.invitation : t.sessions.password}
        detail={user.invited ? t.staff.invitationDetail : t.staff.passwordDetail}
        action={<Button onClick={() => setIsOpen(true)}>{user.invited ? t.staff.invite : t.staff.reset}</Button>}
      />
      {isOpen && <InviteDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
};

const Identity = ({ user }: UserProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Part
        title={t.staff.correct.title}
        detail={
          <Data className="wrap-anywhere">
            {user.name} · {user.email}
          </Data>
        }
        action={<Button onClick={() => setIsOpen(true)}>{t.staff.correct.open}</Button>}
      />
      {isOpen && <CorrectDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
};

const Own = () => (
  <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-info-soft px-3 py-2 text-sm text-on-info-soft">
    <p className="min-w-0 flex-1 basis-56">{t.staff.own}</p>
    <Link to="/account" className={buttonClass("secondary")}>
      {t.staff.toAccount}
    </Link>
  </div>
);

const Account = ({ user }: UserProps) => {
  const own = useAccount();
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <AccountState user={user} />
        {user.secondFactor && <Badge tone="neutral">{t.staff.fields.secondFactor}</Badge>}
        <YouBadge user={user} />
      </p>
      <Identity user={user} />
      <RoleForm key={user.role} user={user} />
      {own.id === user.id ? (
        <Own />
      ) : (
        <>
          <Password user={user} />
          <Access user={user} />
          <UserSessions user={user} />
        </>
      )}
    </div>
  );
};

export const AccountDrawer = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const query = useUser(id);
  const { data, error } = query;
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={data === undefined ? t.common.loading : <Data>{data.name}</Data>}
      name={data?.name}
    >
      {data === undefined && error === null && <SkeletonRows count={6} />}
      <LoadError query={query} />
      {data !== undefined && <Account user={data} />}
    </Drawer>
  );
};

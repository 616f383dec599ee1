import type { User } from "@petstore/contract/client";
import { useId, useState } from "react";
import { Button } from "../../components/button";
import { ConfirmDialog } from "../../components/dialog";
import { NativeSelect } from "../../components/native-select";
import { InlineError } from "../../components/states";
import { askAuth } from "../../lib/service/api";
import { useAccount } from "../../lib/session/roles";
import { session } from "../../lib/session/session";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { roleOptions } from "./staff-parts";

/**
 * Changes the role of an account. It asks first if the account is the person's own, because they would lose this page.
 */
export const RoleForm = ({ user }: { readonly user: User }) => {
  const id = useId();
  const own = useAccount();
  const [role, setRole] = useState(user.role);
  const [isAsking, setIsAsking] = useState(false);
  const change = useWrite({
    send: async () => {
      const body = { userId: user.id, role };
      return (await askAuth((auth, options) => auth.users.setRole({ body, ...options }))).body.user;
    },
    onSuccess: (changed) => {
      announce({ title: t.staff.roleChanged(changed.name, t.common.role[changed.role]) });
      if (changed.id === own.id) session.setUser(changed);
    },
  });
  const isOwn = own.id === user.id;
  const send = () => {
    setIsAsking(false);
    change.mutate(undefined);
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isOwn) setIsAsking(true);
        else send();
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {t.staff.role}
      </label>
      <div className="flex flex-col gap-2 sm:flex-row">
        <NativeSelect
          id={id}
          options={roleOptions}
          value={role}
          onValueChange={(value) => setRole(roleOptions.find((option) => option.value === value)?.value ?? role)}
          className="w-full"
        />
        <Button type="submit" className="shrink-0" disabled={role === user.role} isBusy={change.isPending}>
          {t.staff.changeRole}
        </Button>
      </div>
      {change.isError && <InlineError error={change.error} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={send}
        title={t.staff.ownRoleTitle}
        description={t.staff.ownRoleDetail}
        confirmLabel={t.staff.changeRole}
        isDanger
      />
    </form>
  );
};

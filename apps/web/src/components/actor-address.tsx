import type { AuditEvent } from "@petstore/contract/client";
import type { ReactNode } from "react";
import { hasRole, useAccount } from "../lib/session/roles";
import { useUser } from "../lib/session/user-query";
import { Data } from "./data";
import { Hint } from "./hint";
import { LoadError, Skeleton } from "./states";

type Actor = AuditEvent["actor"];

const Address = ({ id }: { readonly id: number }) => {
  const query = useUser(id);
  if (query.data !== undefined) return <Data>{query.data.email}</Data>;
  return query.error === null ? <Skeleton className="h-5 w-40" /> : <LoadError query={query} isInline />;
};

const WithAddress = ({ actor: { kind, id }, name }: { readonly actor: Actor; readonly name: ReactNode }) => {
  const account = useAccount();
  const isKnown = kind === "account" && id !== null && id !== account.id && hasRole(account, "owner");
  return isKnown ? <Hint hint={<Address id={id} />}>{name}</Hint> : name;
};

/**
 * Shows the name of the person who did something. Owners also see the address of the account, which nobody else may
 * see.
 */
export const withAddress = (actor: Actor, name: ReactNode): ReactNode => <WithAddress actor={actor} name={name} />;

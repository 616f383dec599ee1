import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DataLine } from "../../components/data";
import { Skeleton } from "../../components/states";
import { t } from "../../texts";

/** Something to do, with the button or link that does it. */
export const TodoRow = ({ children, action }: { readonly children: ReactNode; readonly action: ReactNode }) => (
  <li data-row className="flex min-h-12 items-center gap-3 border-b border-line py-1 text-sm last:border-b-0">
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">{children}</div>
    <span className="flex w-32 shrink-0 justify-end *:w-full">{action}</span>
  </li>
);

/** Shows an animal's name as a link to it. @property name - Undefined while it is loading. */
export const PetLink = ({ id, name, isMain = false }: { id: number; name: string | undefined; isMain?: boolean }) => (
  <Link
    {...(isMain && { "data-row-main": true })}
    to="/animals"
    search={{ open: id }}
    className="inline-flex min-h-6 max-w-full min-w-0 items-center gap-1.5 underline-offset-2 hover:underline pointer-coarse:min-h-11"
  >
    {name === undefined ? <Skeleton className="h-4 w-20" /> : <DataLine className="font-medium">{name}</DataLine>}
    <span className="sr-only">{t.today.orders.animal(id)}</span>
  </Link>
);

import {
  CircleUser,
  ClipboardList,
  FileUp,
  History,
  House,
  KeyRound,
  type LucideIcon,
  PawPrint,
  Tags,
  Users,
} from "lucide-react";
import type { Account } from "../lib/session";
import { t } from "../texts";

type PageEntry = {
  readonly path:
    | "/"
    | "/animals"
    | "/orders"
    | "/categories"
    | "/history"
    | "/import"
    | "/keys"
    | "/staff"
    | "/account";
  readonly title: string;
  readonly icon: LucideIcon;
  /** Of `g` and this key. */
  readonly key: string;
  readonly role: Account["role"];
};

/** In the order of the navigation. */
export const pages: readonly PageEntry[] = [
  { path: "/", title: t.today.title, icon: House, key: "t", role: "clerk" },
  { path: "/animals", title: t.pets.title, icon: PawPrint, key: "a", role: "clerk" },
  { path: "/orders", title: t.orders.title, icon: ClipboardList, key: "o", role: "clerk" },
  { path: "/categories", title: t.categories.title, icon: Tags, key: "c", role: "clerk" },
  { path: "/history", title: t.history.title, icon: History, key: "h", role: "clerk" },
  { path: "/import", title: t.importing.title, icon: FileUp, key: "i", role: "manager" },
  { path: "/keys", title: t.keys.title, icon: KeyRound, key: "k", role: "manager" },
  { path: "/staff", title: t.staff.title, icon: Users, key: "s", role: "owner" },
  { path: "/account", title: t.account.title, icon: CircleUser, key: "m", role: "clerk" },
];

import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import {
  ChartColumn,
  CircleUser,
  ClipboardList,
  Contact,
  FileUp,
  History,
  House,
  KeyRound,
  ListPlus,
  type LucideIcon,
  PawPrint,
  Store,
  Tags,
  Users,
  Webhook,
} from "lucide-react";
import type { Account } from "../lib/session/session";
import { t } from "../texts";
import { loadSearches, searchBy } from "./late-searches";
import { root } from "./root-route";

export type PageEntry = {
  /**
   * The page's address and code. The code is a separate chunk, which is fetched when the pointer is over a link to the
   * page.
   */
  readonly route: object;
  readonly title: string;
  readonly icon: LucideIcon;
  /** The key to press after `g`. */
  readonly key: string;
  readonly role: Account["role"];
  /** The part of the navigation that links to the page: the work of each day, or what sets the store up. */
  readonly group: "daily" | "setUp";
};

const getParentRoute = () => root;

/** Every page, in the order of the navigation. On the phone, the first four have tabs. */
export const pages = [
  {
    route: createRoute({
      getParentRoute,
      path: "/",
      component: lazyRouteComponent(() => import("../features/today/today-page"), "TodayPage"),
    }),
    title: t.today.title,
    icon: House,
    key: "t",
    role: "clerk",
    group: "daily",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/animals",
      validateSearch: searchBy(({ parsePetSearch }) => parsePetSearch),
      loader: async ({ location }) => (await loadSearches()).prefetchPets(location.search),
      staleTime: Number.POSITIVE_INFINITY,
      component: lazyRouteComponent(() => import("../features/pets/pets-page"), "PetsPage"),
    }),
    title: t.pets.title,
    icon: PawPrint,
    key: "a",
    role: "clerk",
    group: "daily",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/orders",
      validateSearch: searchBy(({ parseOrderSearch }) => parseOrderSearch),
      component: lazyRouteComponent(() => import("../features/orders/orders-page"), "OrdersPage"),
    }),
    title: t.orders.title,
    icon: ClipboardList,
    key: "o",
    role: "clerk",
    group: "daily",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/customers",
      validateSearch: searchBy(({ parseCustomerSearch }) => parseCustomerSearch),
      component: lazyRouteComponent(() => import("../features/customers/customers-page"), "CustomersPage"),
    }),
    title: t.shell.customers,
    icon: Contact,
    key: "u",
    role: "clerk",
    group: "daily",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/history",
      validateSearch: searchBy(({ parseHistorySearch }) => parseHistorySearch),
      component: lazyRouteComponent(() => import("../features/history/history-page"), "HistoryPage"),
    }),
    title: t.history.title,
    icon: History,
    key: "h",
    role: "clerk",
    group: "daily",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/report",
      validateSearch: searchBy(({ parseReportSearch }) => parseReportSearch),
      component: lazyRouteComponent(() => import("../features/today/report/report-page"), "ReportPage"),
    }),
    title: t.shell.report,
    icon: ChartColumn,
    key: "r",
    role: "clerk",
    group: "daily",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/categories",
      validateSearch: searchBy(({ parseCategorySearch }) => parseCategorySearch),
      component: lazyRouteComponent(() => import("../features/categories/categories-page"), "CategoriesPage"),
    }),
    title: t.categories.title,
    icon: Tags,
    key: "c",
    role: "clerk",
    group: "setUp",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/fields",
      validateSearch: searchBy(({ parseAttributeSearch }) => parseAttributeSearch),
      component: lazyRouteComponent(() => import("../features/attributes/attributes-page"), "AttributesPage"),
    }),
    title: t.attributes.title,
    icon: ListPlus,
    key: "f",
    role: "manager",
    group: "setUp",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/import",
      component: lazyRouteComponent(() => import("../features/importing/import-page"), "ImportPage"),
    }),
    title: t.shell.importing,
    icon: FileUp,
    key: "i",
    role: "manager",
    group: "setUp",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/keys",
      validateSearch: searchBy(({ parseKeySearch }) => parseKeySearch),
      component: lazyRouteComponent(() => import("../features/keys/keys-page"), "KeysPage"),
    }),
    title: t.keys.title,
    icon: KeyRound,
    key: "k",
    role: "manager",
    group: "setUp",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/webhooks",
      validateSearch: searchBy(({ parseWebhookSearch }) => parseWebhookSearch),
      component: lazyRouteComponent(() => import("../features/webhooks/webhooks-page"), "WebhooksPage"),
    }),
    title: t.shell.webhooks,
    icon: Webhook,
    key: "w",
    role: "manager",
    group: "setUp",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/store",
      component: lazyRouteComponent(() => import("../features/store/store-page"), "StorePage"),
    }),
    title: t.shell.store,
    icon: Store,
    key: "e",
    role: "manager",
    group: "setUp",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/staff",
      validateSearch: searchBy(({ parseStaffSearch }) => parseStaffSearch),
      component: lazyRouteComponent(() => import("../features/staff/staff-page"), "StaffPage"),
    }),
    title: t.staff.title,
    icon: Users,
    key: "s",
    role: "owner",
    group: "setUp",
  },
  {
    route: createRoute({
      getParentRoute,
      path: "/account",
      component: lazyRouteComponent(() => import("../features/account/account-page"), "AccountPage"),
    }),
    title: t.account.title,
    icon: CircleUser,
    key: "m",
    role: "clerk",
    group: "setUp",
  },
] as const satisfies readonly PageEntry[];

/** The cage cards have no entry in the navigation. People reach them from a selection of animals or from one animal. */
export const cardsRoute = createRoute({
  getParentRoute,
  path: "/cards",
  validateSearch: searchBy(({ parseCardSearch }) => parseCardSearch),
  component: lazyRouteComponent(() => import("../features/cards/cards-page"), "CardsPage"),
});

import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { parseHistorySearch } from "../features/history/search";
import { parseCategorySearch } from "../features/categories/search";
import { parseKeySearch } from "../features/keys/search";
import { parseOrderSearch } from "../features/orders/search";
import { petPageQuery } from "../features/pets/queries";
import { parsePetSearch, type PetSearch } from "../features/pets/search";
import { parseStaffSearch } from "../features/staff/search";
import { categoriesQuery } from "../lib/categories";
import { queryClient } from "../lib/query-client";
import { NotFound } from "./not-found";
import { PageError } from "./page-error";
import { parseSearch, stringifySearch } from "./search-params";
import { Shell } from "./shell";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const getParentRoute = () => root;

/** While the page's code is loading: the first rows then show with all that is in them, and are not drawn twice. */
const prefetchPets = (search: PetSearch): void => {
  void queryClient.prefetchQuery(petPageQuery(search));
  void queryClient.prefetchQuery(categoriesQuery);
};

/** Every page, with its address. Each is a chunk of its own, fetched when a link to it is pointed at. */
const routes = [
  createRoute({
    getParentRoute,
    path: "/",
    component: lazyRouteComponent(() => import("../features/today/today-page"), "TodayPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/animals",
    validateSearch: parsePetSearch,
    loader: ({ location }) => prefetchPets(parsePetSearch(location.search)),
    staleTime: Number.POSITIVE_INFINITY,
    component: lazyRouteComponent(() => import("../features/pets/pets-page"), "PetsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/orders",
    validateSearch: parseOrderSearch,
    component: lazyRouteComponent(() => import("../features/orders/orders-page"), "OrdersPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/categories",
    validateSearch: parseCategorySearch,
    component: lazyRouteComponent(() => import("../features/categories/categories-page"), "CategoriesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/history",
    validateSearch: parseHistorySearch,
    component: lazyRouteComponent(() => import("../features/history/history-page"), "HistoryPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/import",
    component: lazyRouteComponent(() => import("../features/importing/import-page"), "ImportPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/keys",
    validateSearch: parseKeySearch,
    component: lazyRouteComponent(() => import("../features/keys/keys-page"), "KeysPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/staff",
    validateSearch: parseStaffSearch,
    component: lazyRouteComponent(() => import("../features/staff/staff-page"), "StaffPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/account",
    component: lazyRouteComponent(() => import("../features/account/account-page"), "AccountPage"),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

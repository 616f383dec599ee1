import { createRouter } from "@tanstack/react-router";
import { NotFound } from "./not-found";
import { PageError } from "./page-error";
import { PagePending } from "./page-pending";
import { cardsRoute, type PageEntry, pages } from "./pages";
import { root } from "./root-route";
import { parseSearch, stringifySearch } from "./search-params";
import { Shell } from "./shell";

type RoutesOf<Pages extends readonly PageEntry[]> = { -readonly [Index in keyof Pages]: Pages[Index]["route"] };

const routes = [...pages.map(({ route }) => route), cardsRoute] as unknown as [
  ...RoutesOf<typeof pages>,
  typeof cardsRoute,
];

/** The page before stays for this long, so that nothing flashes when the code comes soon. */
const PENDING_MS = 200;

export const router = createRouter({
  routeTree: root.update({ component: Shell, notFoundComponent: NotFound }).addChildren(routes),
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultErrorComponent: PageError,
  defaultPendingComponent: PagePending,
  defaultPendingMs: PENDING_MS,
  // The page shows as soon as it is there.
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { onTestFinished } from "vitest";
import { parseSearch, stringifySearch } from "../../src/app/search-params";
import { queryClient } from "../../src/lib/service/query-client";

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ["/"] }),
  parseSearch,
  stringifySearch,
  isServer: true,
});

/** Returns the first HTML of a part of a page. No effect and no handler runs. */
export const markupOf = (node: ReactNode): string => {
  onTestFinished(() => queryClient.clear());
  const inCache = createElement(QueryClientProvider, { client: queryClient }, node);
  // The cast is needed because the type is that of the admin's own router.
  return renderToStaticMarkup(createElement(RouterContextProvider as never, { router } as never, inCache));
};

/** Returns its text without the tags. */
export const textOf = (node: ReactNode): string =>
  markupOf(node)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns the addresses of its links, in order. */
export const linksOf = (node: ReactNode): readonly string[] =>
  [...markupOf(node).matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

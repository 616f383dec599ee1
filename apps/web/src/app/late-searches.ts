import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { searchOf } from "./search-params";
import type * as searches from "./searches";

type Searches = typeof searches;
type Search = Record<string, unknown>;

let loaded: Searches | undefined;

/** What the addresses of all pages but the first mean is checked with the contract's schemas, which are large. */
export const loadSearches = async (): Promise<Searches> => (loaded ??= await import("./searches"));

/** Checks nothing until they are loaded: links alone ask then, and what they pass is parsed already. */
export const searchBy = <Output extends object>(parserOf: (searches: Searches) => (search: Search) => Output) =>
  searchOf((search: Search): Output => (loaded === undefined ? (search as Output) : parserOf(loaded)(search)));

/** Reads an address again that was read before they were loaded. */
export const readAgainOnceLoaded = async ({ location }: { readonly location: ParsedLocation }): Promise<void> => {
  if (loaded !== undefined || location.pathname === "/") return;
  await loadSearches();
  throw redirect({ href: location.href, replace: true });
};

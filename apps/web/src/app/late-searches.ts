import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { searchOf } from "./search-params";
import type * as searches from "./searches";

type Searches = typeof searches;
type Search = Record<string, unknown>;

let loaded: Searches | undefined;

/**
 * Loads the parsers of the addresses of all pages except the first. They use the contract's schemas, which are large.
 */
export const loadSearches = async (): Promise<Searches> => (loaded ??= await import("./searches"));

/**
 * Does not check anything until the parsers are loaded. Before that only links call it, and their values are parsed
 * already.
 */
export const searchBy = <Output extends object>(parserOf: (searches: Searches) => (search: Search) => Output) =>
  searchOf((search: Search): Output => (loaded === undefined ? (search as Output) : parserOf(loaded)(search)));

/** Reads the address again if it was read before the parsers were loaded. */
export const readAgainOnceLoaded = async ({ location }: { readonly location: ParsedLocation }): Promise<void> => {
  if (loaded !== undefined || location.pathname === "/") return;
  await loadSearches();
  throw redirect({ href: location.href, replace: true });
};

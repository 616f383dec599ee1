import type { ApiKey, Suggestion, User, View } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useFaces } from "../components/found";
import { type FoundAddress, keyOfFound, openFound } from "../lib/search/open-found";
import { forgetSearches, recentOf, recentSearches, rememberSearch } from "../lib/search/recent-searches";
import { petOfCode, searchable, useSuggestions } from "../lib/search/suggestions";
import { ask, askAuth } from "../lib/service/api";
import { hasRole, useAccount } from "../lib/session/roles";
import { useStore } from "../lib/page/store";
import { pinOf, useViews } from "../lib/views/views";
import { t } from "../texts";
import { finding } from "../texts/finding";
import { savedViews } from "../texts/saved-views";
import { type Command, matching } from "./palette-commands";

const MAX_OTHERS = 4;

// The following lists are short, so they are read once and not for each text.
const staleTime = 60_000;

const staffQuery = queryOptions({
  queryKey: ["commands", "staff"],
  staleTime,
  queryFn: async ({ signal }): Promise<readonly User[]> => {
    const query = { sortBy: "name" } as const;
    return (await askAuth((auth, options) => auth.users.listUsers({ query, ...options }), { signal })).body.users;
  },
});

const keysQuery = queryOptions({
  queryKey: ["commands", "keys"],
  staleTime,
  queryFn: async ({ signal }): Promise<readonly ApiKey[]> => {
    const query = { status: "active", sort: "-id", limit: MAX_PAGE_SIZE } as const;
    return (await ask((api, options) => api.apiKeys.listApiKeys({ query, ...options }), { signal })).body;
  },
});

/** Returns the last searches as commands that search again. */
const useRecent = (onText: (text: string) => void): readonly Command[] => {
  const texts = recentOf(useAccount().id, useStore(recentSearches));
  const stays = { detail: null, staysOpen: true } as const;
  if (texts.length === 0) return [];
  return [
    ...texts.map((text) => ({ id: `recent-${text}`, label: text, isData: true, ...stays, run: () => onText(text) })),
    { id: "forget", label: finding.forget, ...stays, run: forgetSearches },
  ];
};

/** Returns what the store has for a text, by kind. Without a text, it returns the last searches. */
export const useFound = (typed: string, onText: (text: string) => void) => {
  const navigate = useNavigate();
  const account = useAccount();
  const isOn = typed !== "";
  const { suggestions, corrected, isCurrent, query } = useSuggestions(typed);
  const faceOf = useFaces(suggestions);
  const recent = useRecent(onText);
  const views = [useViews("pets", isOn), useViews("orders", isOn), useViews("history", isOn)];
  const staff = useQuery({ ...staffQuery, enabled: isOn && hasRole(account, "owner") });
  const keys = useQuery({ ...keysQuery, enabled: isOn && hasRole(account, "manager") });

  const go = (address: FoundAddress) => {
    rememberSearch(account.id, typed);
    void navigate(address);
  };
  const toCommand = (found: Suggestion): Command => ({
    id: keyOfFound(found),
    ...faceOf(found),
    isData: true,
    run: () => openFound(found, go),
  });
  // Enter takes the first result, so the animal that a code names comes first.
  const coded = petOfCode(typed, suggestions);
  const isCoded = ({ kind, id }: Suggestion) => kind === "pet" && id === coded;
  const sorted = [...suggestions.filter(isCoded), ...suggestions.filter((found) => !isCoded(found))];
  const of = (...kinds: readonly string[]) => sorted.filter(({ kind }) => kinds.includes(kind)).map(toCommand);
  const pets = of("pet");
  const q = searchable(typed);
  const toList = (text: string): Command => ({
    id: "all-animals",
    label: finding.all(text),
    detail: null,
    run: () => go({ to: "/animals", search: { q: text } }),
  });
  const pageTitles = { pets: t.pets.title, orders: t.orders.title, history: t.history.title };
  const showView = ({ page, query: parameters }: View) => {
    // Without this parameter, orders might show as a board.
    if (page === "orders") return navigate({ to: "/orders", search: { ...parameters, view: "list" } as object });
    return navigate({ to: page === "pets" ? "/animals" : "/history", search: parameters as object });
  };
  const toView = (view: View): Command => ({
    id: `view-${pinOf(view)}`,
    label: view.name,
    detail: [pageTitles[view.page], view.isOwn ? [] : savedViews.by(view.owner.name)].flat().join(" · "),
    isData: true,
    run: () => void showView(view),
  });
  const toPerson = (user: User): Command => ({
    id: `staff-${user.id}`,
    label: `${user.name} · ${user.email}`,
    detail: t.common.role[user.role],
    isData: true,
    run: () => void navigate({ to: "/staff", search: { open: user.id } }),
  });
  const toKey = (key: ApiKey): Command => ({
    id: `key-${key.id}`,
    label: `${key.name} · …${key.lastFour}`,
    detail: t.keys.scopes[key.scope],
    isData: true,
    run: () => void navigate({ to: "/keys", search: { open: key.id } }),
  });
  const few = <One,>(some: readonly One[] | undefined, toOne: (one: One) => Command) =>
    isOn ? matching((some ?? []).map(toOne), typed).slice(0, MAX_OTHERS) : [];
  return {
    recent: isOn ? [] : recent,
    pets: pets.length > 0 && q !== undefined ? [...pets, toList(q)] : pets,
    lists: of("category", "value"),
    orders: of("order"),
    customers: of("customer"),
    views: few(
      views.flatMap(({ data }) => data ?? []),
      toView,
    ),
    staff: few(staff.data, toPerson),
    keys: few(keys.data, toKey),
    corrected,
    isCurrent,
    failed: isOn ? [query, ...views, staff, keys].find(({ error }) => error !== null) : undefined,
  };
};

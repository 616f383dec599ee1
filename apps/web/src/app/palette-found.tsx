import type { ApiKey, Order, Pet, User, View } from "@petstore/contract/client";
import { MAX_PAGE_SIZE, OrderQuery } from "@petstore/contract/schemas";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Data } from "../components/data";
import { ask, askAuth } from "../lib/service/api";
import { useCategoryNames } from "../lib/pets/categories";
import { findPets } from "../lib/pets/find-pets";
import { hasRole, useAccount } from "../lib/session/roles";
import { useSettled } from "./use-settled";
import { pinOf, useViews } from "../lib/views/views";
import { t } from "../texts";
import { savedViews } from "../texts/saved-views";
import { type Command, matching } from "./palette-commands";

/** The palette sends its search when the person has stopped typing for this long. */
const PAUSE_MS = 120;
const MAX_FOUND = 8;
const MAX_OTHERS = 4;
const none: readonly never[] = [];

const petsQuery = (text: string) =>
  queryOptions({
    queryKey: ["commands", "pets", text],
    enabled: text !== "",
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<readonly Pet[]> => findPets(text, { max: MAX_FOUND, signal }),
  });

/** Sends only texts that the contract accepts as a search: a number, or at least three characters. */
const ordersQuery = (text: string) =>
  queryOptions({
    queryKey: ["commands", "orders", text],
    enabled: text !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly Order[]> => {
      const q = OrderQuery.shape.q.safeParse(text).data;
      if (q === undefined) return none;
      const query = { q, sort: "-id", limit: MAX_OTHERS } as const;
      return (await ask((api, options) => api.orders.listOrders({ query, ...options }), { signal })).body;
    },
  });

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

/**
 * The animals and orders that were found for one text. All parts of the answer show together, so that nothing moves
 * when the last one arrives.
 */
type Answers = { readonly text: string; readonly pets: readonly Pet[]; readonly orders: readonly Order[] };

/**
 * Returns what the store has for a text, by kind. Until all answers have arrived, the results of the previous text stay
 * if they match, so that the list is not empty when somebody presses Enter.
 */
export const useFound = (text: string) => {
  const asked = useSettled(text, PAUSE_MS);
  const navigate = useNavigate();
  const nameOf = useCategoryNames();
  const account = useAccount();
  const isOn = text !== "";
  const pets = useQuery(petsQuery(asked));
  const orders = useQuery(ordersQuery(asked));
  const views = [useViews("pets", isOn), useViews("orders", isOn), useViews("history", isOn)];
  const staff = useQuery({ ...staffQuery, enabled: isOn && hasRole(account, "owner") });
  const keys = useQuery({ ...keysQuery, enabled: isOn && hasRole(account, "manager") });
  const [shown, setShown] = useState<Answers>({ text: "", pets: none, orders: none });
  const isOf = ({ isPlaceholderData, isPending, isError }: typeof pets | typeof orders) =>
    isError || (!isPlaceholderData && !isPending);
  const now = { text: asked, pets: pets.data ?? none, orders: orders.data ?? none };
  const isAnswered = asked !== "" && isOf(pets) && isOf(orders);
  if (isAnswered && (shown.text !== asked || shown.pets !== now.pets || shown.orders !== now.orders)) setShown(now);

  const toPet = (pet: Pet): Command => ({
    id: `pet-${pet.id}`,
    label: `${pet.name} · ${pet.id}`,
    detail: (
      <>
        <Data>{nameOf(pet.categoryId)}</Data> · {t.common.status[pet.status]}
      </>
    ),
    isData: true,
    run: () => void navigate({ to: "/animals", search: { open: pet.id } }),
  });
  const toOrder = (order: Order): Command => ({
    id: `order-${order.id}`,
    label: [order.reference, t.orders.number(order.id)].filter(Boolean).join(" · "),
    detail: t.common.orderStatus[order.status],
    isData: true,
    run: () => void navigate({ to: "/orders", search: { open: order.id } }),
  });
  const pageTitles = { pets: t.pets.title, orders: t.orders.title, history: t.history.title };
  const showView = ({ page, query }: View) => {
    // Without this parameter, orders might show as a board.
    if (page === "orders") return navigate({ to: "/orders", search: { ...query, view: "list" } as object });
    return navigate({ to: page === "pets" ? "/animals" : "/history", search: query as object });
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
  /** Keeps the results that match the text, because results of another text may not. */
  const fitting = (commands: readonly Command[]) => (shown.text === text ? commands : matching(commands, text));
  const few = <One,>(all: readonly One[] | undefined, toCommand: (one: One) => Command) =>
    isOn ? matching((all ?? []).map(toCommand), text).slice(0, MAX_OTHERS) : [];
  return {
    pets: isOn ? fitting(shown.pets.map(toPet)) : [],
    orders: isOn ? fitting(shown.orders.map(toOrder)) : [],
    views: few(
      views.flatMap(({ data }) => data ?? []),
      toView,
    ),
    staff: few(staff.data, toPerson),
    keys: few(keys.data, toKey),
    isAsking: isOn && shown.text !== text,
    failed: isOn ? [pets, orders, ...views, staff, keys].find(({ error }) => error !== null) : undefined,
  };
};

import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { fold } from "../lib/text/fold";
import { newOrder } from "../lib/orders/new-order";
import { openPanel } from "../lib/page/panels";
import { hasRole, useAccount } from "../lib/session/roles";
import { session } from "../lib/session/session";
import { theme, themes } from "../lib/page/theme";
import { lastAction, undoLast } from "../lib/history/undo";
import { t } from "../texts";
import { pages } from "./pages";

export type Command = {
  readonly id: string;
  readonly label: string;
  readonly detail: ReactNode;
  /** True if people typed the label or the store made it, so it is not a text of the admin. */
  readonly isData?: boolean;
  readonly run: () => void;
};

const texts = t.shell.palette;

/** Returns the commands whose names contain the text. */
export const matching = (commands: readonly Command[], text: string): readonly Command[] =>
  commands.filter(({ label }) => fold(label).includes(fold(text)));

/** Returns the commands whose names contain all words of the text, in any order: "dark theme". */
const matchingWords = (commands: readonly Command[], text: string): readonly Command[] => {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => words.every((word) => fold(label).includes(word)));
};

/**
 * Finds what the text names by kind and number: "order 3", "animal 26". If the text is only a number, the animal comes
 * first.
 */
const useNumbered = (text: string) => {
  const navigate = useNavigate();
  const [, word = "", digits] = /^(\p{L}*)\s*#?([1-9]\d{0,14})$/u.exec(text.toLowerCase()) ?? [];
  const id = Number(digits);
  const isOf = (kind: string) => word !== "" && kind.startsWith(word);
  const order = { id: "open-order", label: t.orders.openOf(id), detail: t.common.open };
  const animal = { id: "open-animal", label: t.petDrawer.title(id), detail: t.common.open };
  const toAnimal = { ...animal, run: () => void navigate({ to: "/animals", search: { open: id } }) };
  const toOrder = { ...order, run: () => void navigate({ to: "/orders", search: { open: id } }) };
  const isNumber = digits !== undefined;
  return {
    numbered: [
      ...(isNumber && isOf(texts.animalWord) ? [toAnimal] : []),
      ...(isNumber && isOf(texts.orderWord) ? [toOrder] : []),
    ],
    orderByNumber: isNumber && word === "" ? [toOrder] : [],
  };
};

/**
 * Returns the commands that match a text: pages that the role may open, actions that work everywhere, and what the text
 * names by its number.
 */
export const useCommands = (text: string) => {
  const navigate = useNavigate();
  const account = useAccount();
  const byNumber = useNumbered(text);
  const places = pages
    .filter(({ role }) => hasRole(account, role))
    .map(
      ({ route, title }): Command => ({
        id: route.to,
        label: title,
        detail: t.shell.groups.go,
        run: () => void navigate({ to: route.to }),
      }),
    );
  const actions: readonly Command[] = [
    {
      id: "new-animal",
      label: texts.newAnimal,
      detail: null,
      run: () => void navigate({ to: "/animals", search: { new: true } }),
    },
    { id: "new-order", label: texts.newOrder, detail: null, run: () => newOrder.set({}) },
    { id: "undo", label: t.common.undo, detail: lastAction() ?? null, run: undoLast },
    { id: "shortcuts", label: t.shell.shortcuts, detail: null, run: () => openPanel.set("shortcuts") },
    ...themes.map((value) => ({
      id: `theme-${value}`,
      label: texts.theme(t.shell.themes[value]),
      detail: null,
      run: () => theme.set(value),
    })),
    { id: "sign-out", label: t.shell.signOut, detail: account.email, run: () => void session.signOut() },
  ];
  return { ...byNumber, places: matchingWords(places, text), actions: matchingWords(actions, text) };
};

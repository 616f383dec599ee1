import { useNavigate } from "@tanstack/react-router";
import type { Face } from "../components/found";
import { fold } from "../lib/text/fold";
import { newOrder } from "../lib/orders/new-order";
import { petOfCard } from "../lib/pets/cage-cards";
import { openPanel } from "../lib/page/panels";
import { hasRole, useAccount } from "../lib/session/roles";
import { session } from "../lib/session/session";
import { theme, themes } from "../lib/page/theme";
import { lastAction, undoLast } from "../lib/history/undo";
import { t } from "../texts";
import { pages } from "./pages";

export type Command = Face & {
  readonly id: string;
  /** True if people typed the label or the store made it, so it is not a text of the admin. */
  readonly isData?: boolean;
  /** True if the palette stays open when the command runs. */
  readonly staysOpen?: boolean;
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

/** A shorter word before a number could be the beginning of a code: `A1042`. */
const MIN_KIND = 3;

/** Finds what the text names by kind and number: "order 3", "animal 26" or the code of a cage card. */
const useNumbered = (text: string): readonly Command[] => {
  const navigate = useNavigate();
  const card = petOfCard(text);
  const [, word = "", digits] = /^(\p{L}+)\s*#?([1-9]\d{0,14})$/u.exec(text.toLowerCase()) ?? [];
  const id = card ?? Number(digits);
  const isOf = (kind: string) => word.length >= MIN_KIND && kind.startsWith(word);
  const order = { id: "open-order", label: t.orders.openOf(id), detail: t.common.open };
  const animal = { id: "open-animal", label: t.petDrawer.title(id), detail: t.common.open };
  const toAnimal = { ...animal, run: () => void navigate({ to: "/animals", search: { open: id } }) };
  const toOrder = { ...order, run: () => void navigate({ to: "/orders", search: { open: id } }) };
  return [
    ...(card !== undefined || isOf(texts.animalWord) ? [toAnimal] : []),
    ...(isOf(texts.orderWord) ? [toOrder] : []),
  ];
};

/**
 * Returns the commands that match a text: pages that the role may open, actions that work everywhere, and what the text
 * names by its number.
 */
export const useCommands = (text: string) => {
  const navigate = useNavigate();
  const account = useAccount();
  const numbered = useNumbered(text);
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
  return { numbered, places: matchingWords(places, text), actions: matchingWords(actions, text) };
};

import type { Suggestion, Suggestions } from "@petstore/contract/client";
import { PetQuery } from "@petstore/contract/schemas";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useSettled } from "../page/use-settled";
import { petOfCard } from "../pets/cage-cards";
import { ask } from "../service/api";

/** A search is sent when the person has stopped typing for this long. */
const PAUSE_MS = 80;

/** Later versions of the service may find other kinds, which this page cannot open. */
const kinds: ReadonlySet<string> = new Set(["pet", "category", "value", "customer", "order"]);

const nothing: Suggestions = { suggestions: [], corrected: null };

/** The fields of a result that only some kinds have, without values. */
export const emptySuggestion = { id: null, status: null, attribute: null, value: null, ranges: [], reason: null };

/** Returns the text if the contract allows a search for it. */
export const searchable = (text: string): string | undefined => PetQuery.shape.q.safeParse(text).data;

/** Returns the text that is searched for. The code of a cage card stands for the number of its animal. */
const searchedText = (typed: string): string => String(petOfCard(typed) ?? typed.trim());

export const suggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: ["suggestions", text],
    enabled: text !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const q = searchable(text);
      if (q === undefined) return nothing;
      const { body } = await ask((api, options) => api.suggestions.listSuggestions({ query: { q }, ...options }), {
        signal,
      });
      return { ...body, suggestions: body.suggestions.filter(({ kind }) => kinds.has(kind)) };
    },
  });

/**
 * Returns what the store has for a text while a person types. Until the answer arrives, the results of the previous text
 * stay, and `isCurrent` is false.
 */
export const useSuggestions = (typed: string) => {
  const text = searchedText(typed);
  const asked = useSettled(text, PAUSE_MS);
  const query = useQuery(suggestionsQuery(asked));
  const { suggestions, corrected } = (text === "" ? undefined : query.data) ?? nothing;
  const isAnswered = query.isError || (!query.isPending && !query.isPlaceholderData);
  return {
    text,
    /** The text of the request. */
    asked,
    suggestions,
    corrected: corrected ?? undefined,
    isCurrent: text === asked && (text === "" || isAnswered),
    query,
  };
};

export const hasDigit = (text: string) => /\p{Nd}/u.test(text);

const isWhole = ({ reason }: Suggestion) => {
  const [range] = reason?.ranges ?? [];
  return range?.start === 0 && range.end === reason?.text.length;
};

/**
 * Returns the animal that a number, a chip or a code names, which is what a hand scanner types: the one with this
 * number, the only one whose field is the whole text, or the only one that was found by anything but its name.
 */
export const petOfCode = (text: string, suggestions: readonly Suggestion[]): number | undefined => {
  if (!hasDigit(text)) return undefined;
  const pets = suggestions.filter(({ kind }) => kind === "pet");
  const whole = pets.filter(isWhole);
  const byId = whole.find(({ reason }) => reason?.field === "id");
  const [only, ...others] = whole.length > 0 ? whole : pets.filter(({ ranges }) => ranges.length === 0);
  const isOnly = others.length === 0 && (whole.length > 0 || pets.length === 1);
  return (byId ?? (isOnly ? only : undefined))?.id ?? undefined;
};

import type { Suggestion } from "@petstore/contract/client";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { FoundRow, foundRowClass, useFaces } from "../../../components/found";
import { type FieldState, SearchField, type SearchResults } from "../../../components/search-field";
import { petOfCard } from "../../../lib/pets/cage-cards";
import { filterOf, keyOfFound, openFound } from "../../../lib/search/open-found";
import { rememberSearch } from "../../../lib/search/recent-searches";
import { petOfCode, hasDigit, useSuggestions } from "../../../lib/search/suggestions";
import { useEarlyEnter } from "../../../lib/search/use-early-enter";
import { useAccount } from "../../../lib/session/roles";
import { t } from "../../../texts";
import { finding } from "../../../texts/finding";
import { type PetSearch, searchFor, searchOrder, searchText } from "../search";
import type { PetSearchActions } from "../use-pet-search";

type PetSearchFieldProps = {
  readonly search: PetSearch;
  readonly actions: PetSearchActions;
  readonly onLeaveSearch: () => void;
};

/** The results below the field while a person types: a listbox whose active option the field names. */
const useResults = ({ search, actions, onLeaveSearch }: PetSearchFieldProps): SearchResults => {
  const listId = useId();
  const { id: account } = useAccount();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string>();
  const { text, suggestions, isCurrent } = useSuggestions(typed);
  const faceOf = useFaces(suggestions);
  const isShown = isOpen && suggestions.length > 0;
  const at = isShown ? suggestions.findIndex((found) => keyOfFound(found) === activeKey) : -1;
  const active = suggestions[at];
  const optionId = (found: Suggestion) => `${listId}-${keyOfFound(found)}`;

  const close = () => {
    setIsOpen(false);
    setActiveKey(undefined);
  };
  const openPet = (id: number) => {
    rememberSearch(account, text);
    actions.openPet(id);
  };
  const { takeFirst } = useEarlyEnter(typed, isCurrent, () => {
    const id = petOfCode(text, suggestions);
    if (id === undefined) onLeaveSearch();
    else openPet(id);
  });
  const pick = (found: Suggestion, clear: () => void) => {
    close();
    const filter = filterOf(found);
    if (found.kind === "pet" && found.id !== null) return openPet(found.id);
    rememberSearch(account, text);
    if (filter === undefined) return openFound(found, (address) => void navigate(address));
    const attributes = filter.attributes && { attributes: { ...search.attributes, ...filter.attributes } };
    actions.filter({ ...filter, ...attributes, q: undefined, id: undefined });
    clear();
  };
  const enter = (field: FieldState) => {
    close();
    if (active !== undefined) return pick(active, field.clear);
    const card = petOfCard(field.text);
    if (card !== undefined) {
      field.clear();
      return actions.openPet(card);
    }
    field.send();
    if (!hasDigit(field.text)) return onLeaveSearch();
    // The next code that is scanned replaces this one.
    field.select();
    setTyped(field.text);
    takeFirst(field.text);
  };
  const move = (by: number) => {
    const next = suggestions[Math.min(at + by, suggestions.length - 1)];
    setActiveKey(next && keyOfFound(next));
    if (next !== undefined) document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
  };
  const onKey = (key: string, field: FieldState): boolean => {
    if (key === "Enter") enter(field);
    else if (!isShown) return false;
    else if (key === "Escape") close();
    else if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else return false;
    return true;
  };
  return {
    input: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": isShown,
      "aria-controls": isShown ? listId : undefined,
      "aria-activedescendant": active === undefined ? undefined : optionId(active),
    },
    onType: (next) => {
      setTyped(next);
      setActiveKey(undefined);
      setIsOpen(next.trim() !== "");
    },
    onKey,
    onBlur: close,
    popup: (clear) => (
      <>
        <span role="status" className="sr-only">
          {isOpen && isCurrent && finding.count(suggestions.length)}
        </span>
        {isShown && (
          <div
            id={listId}
            role="listbox"
            tabIndex={-1}
            aria-label={finding.results}
            aria-busy={!isCurrent}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            className="absolute top-full z-30 mt-1 max-h-[70dvh] w-full overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1 text-text shadow-raised sm:w-104"
          >
            {suggestions.map((found) => (
              // The field handles the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={keyOfFound(found)}
                id={optionId(found)}
                role="option"
                tabIndex={-1}
                aria-selected={found === active}
                data-highlighted={found === active ? "" : undefined}
                onClick={() => pick(found, clear)}
                className={`${foundRowClass} hover:bg-sunken`}
              >
                <FoundRow {...faceOf(found)} isData />
              </div>
            ))}
          </div>
        )}
      </>
    ),
  };
};

/** The search of the list. It shows results while a person types, and opens an animal whose code is scanned. */
export const PetSearchField = (props: PetSearchFieldProps) => {
  const { search, actions, onLeaveSearch } = props;
  return (
    <SearchField
      label={t.pets.search.label}
      placeholder={t.pets.search.placeholder}
      shortcutLabel={t.pets.keys.search}
      value={searchText(search)}
      toValue={(text) => searchText(searchFor(text))}
      onChange={(text) => actions.filter(searchOrder(search, text), { replace: true })}
      onLeave={onLeaveSearch}
      clearLabel={t.pets.search.clear}
      results={useResults(props)}
      className="w-full max-lg:flex-auto sm:max-lg:basis-64 lg:w-64"
    />
  );
};

import { FileUp, PawPrint, Plus } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../../components/button";
import { NoMatch, Removal } from "../../../components/filters/no-match";
import { EmptyState } from "../../../components/states";
import { useHasRole } from "../../../lib/session/roles";
import { t } from "../../../texts";
import { finding } from "../../../texts/finding";
import { petCountQuery } from "../queries";
import { filtersOf, hasFilters, type PetSearch } from "../search";
import { type FilterWords, useFilterWords } from "./list-words";
import type { PetSearchActions } from "../use-pet-search";

type NoPetsProps = { readonly search: PetSearch; readonly actions: PetSearchActions };

const Empty = ({ actions }: Pick<NoPetsProps, "actions">) => {
  const canImport = useHasRole("manager");
  return (
    <EmptyState
      icon={<PawPrint aria-hidden />}
      title={t.pets.emptyTitle}
      detail={t.pets.empty}
      action={
        <>
          <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={actions.openNew}>
            {t.pets.add}
          </Button>
          {canImport && (
            <Link to="/import" className={buttonClass()}>
              <FileUp aria-hidden size={16} />
              {t.pets.import}
            </Link>
          )}
        </>
      }
    />
  );
};

type RemovalProps = NoPetsProps & FilterWords;

/** Offers to remove a filter, if animals match without it. */
export const FilterRemoval = ({ search, actions, words, removal }: RemovalProps) => {
  const { data: count = 0 } = useQuery(petCountQuery({ ...filtersOf(search), ...removal }));
  return count === 0 ? null : (
    <Removal text={finding.without(words, t.pets.count(count))} onRemove={() => actions.filter(removal)} />
  );
};

const NoPetMatches = ({ search, actions }: NoPetsProps) => {
  const filters = useFilterWords(filtersOf(search));
  return (
    <NoMatch
      title={t.pets.noMatchTitle}
      filters={filters.map((one) => ({ ...one, onRemove: () => actions.filter(one.removal) }))}
      onClear={() => actions.show({ sort: search.sort })}
      renderRemoval={(one) => <FilterRemoval key={one.words} search={search} actions={actions} {...one} />}
    />
  );
};

/**
 * Takes the place of an empty page. Either the last animals of the page have gone, or no animal matches, or the store
 * has no animals.
 */
export const NoPets = ({ search, actions }: NoPetsProps) => {
  const { cursor, offset } = search;
  if (cursor !== undefined || offset !== undefined) {
    return (
      <EmptyState
        title={t.pets.endTitle}
        detail={t.pets.end}
        action={<Button onClick={() => actions.goTo(undefined)}>{t.common.firstPage}</Button>}
      />
    );
  }
  return hasFilters(search) ? <NoPetMatches search={search} actions={actions} /> : <Empty actions={actions} />;
};

import { FileUp, PawPrint, Plus, SearchX } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../../components/button";
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

/** Offers to remove a filter, if animals match without it. */
export const FilterRemoval = ({ search, actions, words, removal }: NoPetsProps & FilterWords) => {
  const { data: count = 0 } = useQuery(petCountQuery({ ...filtersOf(search), ...removal }));
  return count === 0 ? null : (
    <li className="max-w-full">
      <Button className="max-w-full wrap-anywhere" onClick={() => actions.filter(removal)}>
        <span>{finding.without(words, t.pets.count(count))}</span>
      </Button>
    </li>
  );
};

/** Offers to remove one of several filters, if animals match without it. */
const FilterRemovals = (props: NoPetsProps) => {
  const all = useFilterWords(filtersOf(props.search));
  if (all.length === 1) return null;
  return (
    <ul className="flex flex-wrap justify-center gap-2 empty:hidden">
      {all.map((one) => (
        <FilterRemoval key={one.words} {...props} {...one} />
      ))}
    </ul>
  );
};

/** Describes the filters in words, because they may be out of sight or come from a view. */
const NoMatch = ({ search, actions }: NoPetsProps) => {
  const { sort } = search;
  const filters = useFilterWords(filtersOf(search));
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t.pets.noMatchTitle}
      detail={t.pets.noMatch(filters.map(({ words }) => words).join(" · "))}
      action={
        <div className="flex flex-col items-center gap-4">
          <FilterRemovals search={search} actions={actions} />
          <Button onClick={() => actions.show({ sort })}>{t.common.clearFilters}</Button>
        </div>
      }
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
  return hasFilters(search) ? <NoMatch search={search} actions={actions} /> : <Empty actions={actions} />;
};

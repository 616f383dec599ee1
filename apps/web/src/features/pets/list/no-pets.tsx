import { FileUp, PawPrint, Plus, SearchX } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../../components/button";
import { EmptyState } from "../../../components/states";
import { useHasRole } from "../../../lib/session/roles";
import { t } from "../../../texts";
import { filtersOf, hasFilters, type PetSearch } from "../search";
import { useOrderWords } from "./list-words";
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

/** Describes the filters in words, because they may be out of sight or come from a view. */
const NoMatch = ({ search, actions }: NoPetsProps) => {
  const { id, sort } = search;
  const words = useOrderWords(filtersOf(search));
  const isNumberOnly = id !== undefined && words.length === 1;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={isNumberOnly ? t.pets.noNumberTitle(id.join(", ")) : t.pets.noMatchTitle}
      {...(!isNumberOnly && { detail: t.pets.noMatch(words.join(" · ")) })}
      action={<Button onClick={() => actions.show({ sort })}>{t.common.clearFilters}</Button>}
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

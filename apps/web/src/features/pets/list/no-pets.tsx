import { FileUp, PawPrint, Plus, SearchX } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../../components/button";
import { EmptyState } from "../../../components/states";
import { useHasRole } from "../../../lib/roles";
import { t } from "../../../texts";
import { hasFilters, type PetSearch } from "../search";
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

/** A page without animals: the last of them have gone, none matches, or the store has none. */
export const NoPets = ({ search, actions }: NoPetsProps) => {
  const { cursor, offset, id, status, categoryId, sort } = search;
  if (cursor !== undefined || offset !== undefined) {
    return (
      <EmptyState
        title={t.pets.endTitle}
        detail={t.pets.end}
        action={<Button onClick={() => actions.goTo(undefined)}>{t.common.firstPage}</Button>}
      />
    );
  }
  if (!hasFilters(search)) return <Empty actions={actions} />;
  const isNumberOnly = id !== undefined && status === undefined && categoryId === undefined;
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={isNumberOnly ? t.pets.noNumberTitle(id.join(", ")) : t.pets.noMatchTitle}
      {...(!isNumberOnly && { detail: t.pets.noMatch })}
      action={<Button onClick={() => actions.show({ sort })}>{t.pets.clearFilters}</Button>}
    />
  );
};

import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../components/button";
import { formatNumber } from "../../../lib/text/format";
import { t } from "../../../texts";
import { petCountQuery } from "../queries";
import { filtersOf, type PetSearch, searchFor } from "../search";
import type { PetSearchActions } from "../use-pet-search";

type SearchHintProps = { readonly search: PetSearch; readonly actions: PetSearchActions };

/**
 * Digits may be an animal's number or a part of its name. The list shows one of the two, and this links to the other.
 */
export const SearchHint = ({ search, actions }: SearchHintProps) => {
  const { id, q } = search;
  const text = id?.length === 1 ? String(id[0]) : undefined;
  const named = useQuery({
    ...petCountQuery({ ...filtersOf(search), id: undefined, q: text }),
    enabled: text !== undefined,
  });
  if (text !== undefined && named.data !== undefined && named.data > 0) {
    return (
      <Button variant="quiet" className="text-accent!" onClick={() => actions.filter({ q: text, id: undefined })}>
        {t.pets.search.namesInstead(text, formatNumber(named.data))}
      </Button>
    );
  }
  const number = q === undefined ? undefined : searchFor(q).id?.[0];
  if (number === undefined) return null;
  return (
    <Button variant="quiet" className="text-accent!" onClick={() => actions.filter({ q: undefined, id: [number] })}>
      {t.pets.search.numberInstead(String(number))}
    </Button>
  );
};

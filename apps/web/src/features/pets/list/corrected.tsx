import { useQuery } from "@tanstack/react-query";
import { DidYouMean } from "../../../components/found";
import { suggestionsQuery } from "../../../lib/search/suggestions";
import type { PetSearch } from "../search";
import type { PetSearchActions } from "../use-pet-search";

type CorrectedProps = { readonly search: PetSearch; readonly actions: PetSearchActions };

/** Offers the search with its misspelt words corrected. */
export const Corrected = ({ search: { q = "" }, actions }: CorrectedProps) => {
  const { data, isPlaceholderData } = useQuery(suggestionsQuery(q));
  const corrected = q === "" || isPlaceholderData ? null : data?.corrected;
  return (
    <div role="status" className="empty:hidden">
      {typeof corrected === "string" && (
        <DidYouMean text={corrected} onChoose={(text) => actions.filter({ q: text })} />
      )}
    </div>
  );
};

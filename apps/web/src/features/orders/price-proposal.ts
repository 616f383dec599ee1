import type { Order } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { proposePrice, type TypedPrice } from "../../lib/orders/price";
import { typedNumber } from "../../lib/text/typed-number";
import { attributesQuery } from "../../lib/pets/attributes";
import { useStoreDetails } from "../../lib/store/store-settings";
import { petsQuery } from "./queries";

/** Proposes the price of an animal; undefined while it is loading. */
export const usePriceProposal = (petId: number | undefined): TypedPrice | undefined => {
  const pets = useQuery(petsQuery(petId === undefined ? [] : [petId]));
  const attributes = useQuery({ ...attributesQuery, enabled: petId !== undefined });
  const { currency } = useStoreDetails();
  if (petId === undefined || attributes.data === undefined || pets.data === undefined || pets.isPlaceholderData)
    return undefined;
  return proposePrice({ pet: pets.data.get(petId), attributes: attributes.data, store: currency });
};

/** What the form about the price of an order begins with: its price, or what its animal proposes. */
export const useOrderPriceProposal = ({ petId, price }: Order): TypedPrice | undefined => {
  const proposed = usePriceProposal(petId);
  return price === null ? proposed : { amount: typedNumber(price.amount), currency: price.currency };
};

import type { HistoryActor } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import type { PickerChoice } from "../../components/searchable-picker";
import { useAccount } from "../../lib/session/roles";
import { fold } from "../../lib/text/fold";
import { t } from "../../texts";
import { actorsQuery } from "./queries";

const texts = t.history;

/** The key of a choice is the filter: `account:3`, `key:5` or `system`. An empty text means everybody. */
export type ActorChoice = PickerChoice & { readonly key: string };

export const toChoice = ({ kind, id, name }: HistoryActor): ActorChoice => ({
  key: `${kind}:${id}`,
  label: name,
  isData: true,
  // Several accounts or keys may have the same name, so each shows its number as well.
  detail: texts.actorDetail[kind](id),
});

/** The choices that have no name in the store. */
export const useFixedActors = (): readonly ActorChoice[] => {
  const { id } = useAccount();
  return [
    { key: "", label: texts.anybody, isData: false },
    { key: `account:${id}`, label: texts.me, isData: false },
    { key: "system", label: texts.system, isData: false },
  ];
};

export const hasText = (label: string, text: string) => fold(label).includes(fold(text));

export const useChosenActor = (value: string, fixed: readonly ActorChoice[]): ActorChoice => {
  const known = fixed.find(({ key }) => key === value);
  const named = useQuery({ ...actorsQuery({ actor: value }), enabled: known === undefined }).data?.map(toChoice);
  return known ?? named?.find(({ key }) => key === value) ?? { key: value, label: value, isData: false };
};

/** Returns the name of the person, the key or the system that the filter is about. */
export const useActorName = (actor: string | undefined): string | undefined => {
  const { label } = useChosenActor(actor ?? "", useFixedActors());
  return actor && label;
};

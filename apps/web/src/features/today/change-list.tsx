import type { Action } from "@petstore/contract/client";
import { ActionSentence } from "../../components/action-sentence";
import { Moment } from "../../components/data";
import { useAttributeOf } from "../../lib/pets/attributes";
import { usePetNames } from "../../lib/pets/named-pets";
import { useAccount } from "../../lib/session/roles";
import { useStockNames } from "./queries";

/** Lists actions in words, each in one row: a change of 200 animals must not hide everything else. */
const ChangeList = ({ actions }: { readonly actions: readonly Action[] }) => {
  const nameOf = useStockNames();
  const { id: ownId } = useAccount();
  const events = actions.map(({ event }) => event);
  const attributeOf = useAttributeOf(events.some(({ subject }) => subject.kind === "profile"));
  const petNameOf = usePetNames(events);
  return (
    <ul className="flex flex-col">
      {actions.map((action) => (
        <li
          key={action.id}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 text-sm last:border-b-0 sm:flex-nowrap"
        >
          <ActionSentence
            action={action}
            nameOf={nameOf}
            attributeOf={attributeOf}
            petNameOf={petNameOf}
            ownId={ownId}
            className="line-clamp-2! flex-1 basis-full sm:basis-0"
          />
          <span className="text-muted">
            <Moment at={action.createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default ChangeList;

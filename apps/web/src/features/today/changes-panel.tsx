import type { Today } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { ActionSentence } from "../../components/action-sentence";
import { Moment } from "../../components/data";
import { useAttributeOf } from "../../lib/pets/attributes";
import { usePetNames } from "../../lib/pets/named-pets";
import { useAccount } from "../../lib/session/roles";
import { t } from "../../texts";
import { Calm, Panel, panelLink } from "./panel";
import { useStockNames, useToday } from "./queries";

const actionsOf = ({ actions }: Today) => actions ?? [];

/** Shows what was done last, each action in one row: a change of 200 animals must not hide everything else. */
export const ChangesPanel = ({ className }: { readonly className?: string }) => {
  const nameOf = useStockNames();
  const { id: ownId } = useAccount();
  const { data } = useToday(actionsOf);
  const attributeOf = useAttributeOf(data?.some(({ event }) => event.subject.kind === "profile") ?? false);
  const petNameOf = usePetNames(data?.map(({ event }) => event) ?? []);
  return (
    <Panel
      title={t.today.changes.title}
      content={data}
      rows={8}
      {...(className !== undefined && { className })}
      link={
        <Link to="/history" className={panelLink}>
          {t.today.changes.all}
        </Link>
      }
    >
      {(actions) =>
        actions.length === 0 ? (
          <Calm title={t.today.changes.none} />
        ) : (
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
        )
      }
    </Panel>
  );
};

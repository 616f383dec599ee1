import type { Pet, Today } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { classNames } from "../../components/class-names";
import { DataLine } from "../../components/data";
import { PetFace } from "../../components/photo-image";
import { t } from "../../texts";
import { Calm, Panel, panelLink } from "./panel";
import { useStockNames, useToday } from "./queries";

const texts = t.today.added;

const addedOf = ({ added }: Today) => added;

/**
 * Shows the newest animals by their faces.
 * @property isWide - Puts them side by side, if nothing stands beside the panel.
 */
export const AddedPanel = ({ isWide, className }: { readonly isWide: boolean; readonly className?: string }) => {
  const nameOf = useStockNames();
  const describe = ({ categoryId, status }: Pet) => [nameOf(categoryId), t.common.status[status]].join(" · ");
  return (
    <Panel
      title={texts.title}
      content={useToday(addedOf).data}
      rows={isWide ? 2 : 6}
      {...(className !== undefined && { className })}
      link={
        <Link to="/animals" search={{ sort: "-id" }} className={panelLink}>
          {texts.all}
        </Link>
      }
    >
      {(pets) =>
        pets.length === 0 ? (
          <Calm title={t.today.stock.none} />
        ) : (
          <ul
            className={classNames("grid gap-x-6", isWide ? "sm:grid-cols-2 xl:grid-cols-3" : "sm:max-xl:grid-cols-2")}
          >
            {pets.map((pet) => (
              <li key={pet.id} className="min-w-0 border-b border-line last:border-b-0">
                <Link
                  to="/animals"
                  search={{ open: pet.id }}
                  className="group flex min-h-14 items-center gap-3 py-1 text-sm"
                >
                  <PetFace photo={pet.profile?.photos[0]} isLarge />
                  <span className="flex min-w-0 flex-1 flex-col">
                    <DataLine className="font-medium underline-offset-2 group-hover:underline">{pet.name}</DataLine>
                    <DataLine className="text-muted">{describe(pet)}</DataLine>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
};

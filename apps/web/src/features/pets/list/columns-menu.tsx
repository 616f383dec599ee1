import { useQuery } from "@tanstack/react-query";
import { Columns3 } from "lucide-react";
import { IconButton } from "../../../components/button";
import { DataLine } from "../../../components/data";
import { Menu } from "../../../components/menu";
import { MenuCheckbox, MenuGroup } from "../../../components/menu-parts";
import { attributesQuery } from "../../../lib/pets/attributes";
import { typeOf } from "../../../lib/pets/attribute-types";
import { t } from "../../../texts";
import { chosenColumns, useColumnNames } from "../chosen-columns";
import type { PetLayout } from "../search";
import type { PetSearchActions } from "../use-pet-search";

type ColumnsMenuProps = { readonly layout: PetLayout; readonly actions: Pick<PetSearchActions, "arrange"> };

/** Lets a person choose the fields that the list shows. It shows nothing while the store defines no fields. */
export const ColumnsMenu = ({ layout, actions }: ColumnsMenuProps) => {
  const { data = [] } = useQuery(attributesQuery);
  const chosen = useColumnNames(layout);
  const choose = (names: readonly string[]) => {
    chosenColumns.set(names);
    actions.arrange({ columns: names.length === 0 ? undefined : names });
  };
  const fields = data.filter((one) => !one.isArchived && typeOf(one) !== undefined);
  if (fields.length === 0) return null;
  return (
    <Menu
      align="end"
      renderTrigger={(props) => (
        <IconButton {...props} label={t.pets.columns.choose}>
          <Columns3 aria-hidden size={18} />
        </IconButton>
      )}
    >
      {/* The list is cut in the middle of an entry, which shows that there are more. */}
      <div className="max-h-75 w-64 overflow-y-auto">
        <MenuGroup label={t.pets.columns.label}>
          {fields.map(({ name, label }) => (
            <MenuCheckbox
              key={name}
              isOn={chosen.includes(name)}
              onChange={(isOn) => choose(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))}
            >
              <DataLine className="min-w-0 flex-1">{label}</DataLine>
            </MenuCheckbox>
          ))}
        </MenuGroup>
      </div>
    </Menu>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Columns3 } from "lucide-react";
import { IconButton } from "../../../components/button";
import { DataLine } from "../../../components/data";
import { Menu } from "../../../components/menu";
import { MenuCheckbox, MenuGroup } from "../../../components/menu-parts";
import { attributesQuery } from "../../../lib/attributes";
import { typeOf } from "../../../lib/attribute-types";
import { useStore } from "../../../lib/store";
import { t } from "../../../texts";
import { chosenColumns } from "../columns";

/** Chooses the fields that the list shows. Nothing shows while the store defines none. */
export const ColumnsMenu = () => {
  const { data = [] } = useQuery(attributesQuery);
  const chosen = useStore(chosenColumns);
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
      <div className="max-h-80 w-64 overflow-y-auto">
        <MenuGroup label={t.pets.columns.label}>
          {fields.map(({ name, label }) => (
            <MenuCheckbox
              key={name}
              isOn={chosen.includes(name)}
              onChange={(isOn) => chosenColumns.set(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))}
            >
              <DataLine className="min-w-0 flex-1">{label}</DataLine>
            </MenuCheckbox>
          ))}
        </MenuGroup>
      </div>
    </Menu>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Columns3, RotateCcw } from "lucide-react";
import { IconButton } from "../../../components/button";
import { DataLine } from "../../../components/data";
import { Menu } from "../../../components/menu";
import { MenuCheckbox, MenuGroup, MenuItem, MenuSeparator } from "../../../components/menu-parts";
import { useStore } from "../../../lib/page/store";
import { attributesQuery } from "../../../lib/pets/attributes";
import { typeOf } from "../../../lib/pets/attribute-types";
import { t } from "../../../texts";
import { listColumns } from "../../../texts/list-columns";
import { type ShownColumns, useChooseColumns } from "../chosen-columns";
import { columnWidths } from "../column-widths";
import type { PetSearchActions } from "../use-pet-search";

type ColumnsMenuProps = {
  readonly shown: ShownColumns;
  readonly actions: Pick<PetSearchActions, "arrange">;
};

/** Lets a person choose the fields that the list shows. It shows nothing while the store defines no fields. */
export const ColumnsMenu = ({ shown: { columns, isUsual }, actions }: ColumnsMenuProps) => {
  const { data = [] } = useQuery(attributesQuery);
  const widths = useStore(columnWidths);
  const choose = useChooseColumns(actions);
  const chosen = columns.map(({ name }) => name);
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
      {(!isUsual || Object.keys(widths).length > 0) && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<RotateCcw aria-hidden size={16} />}
            onSelect={() => {
              columnWidths.set({});
              choose(null);
            }}
          >
            {listColumns.usual}
          </MenuItem>
        </>
      )}
    </Menu>
  );
};

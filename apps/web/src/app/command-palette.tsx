import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useState } from "react";
import { usePortalContainer } from "../components/portal-container";
import { LoadError } from "../components/states";
import { openPanel } from "../lib/page/panels";
import { t } from "../texts";
import { savedViews } from "../texts/saved-views";
import { type Command, useCommands } from "./palette-commands";
import { useFound } from "./palette-found";

const texts = t.shell.palette;

type Group = { readonly value: string; readonly label: string; readonly items: readonly Command[] };

/** The order of the groups stays the same while somebody types. A group without a match is hidden. */
const useGroups = (text: string) => {
  const typed = text.trim();
  const { numbered, orderByNumber, places, actions } = useCommands(typed);
  const { failed, isAsking, ...found } = useFound(typed);
  // "undo" should find the command before the animal Mundo. If a command only matches in the middle of its name, the
  // results from the store come first.
  const isFirst = ({ label }: Command) => label.toLowerCase().startsWith(typed.toLowerCase());
  const groups: readonly Group[] = [
    { value: "numbered", label: texts.byNumber, items: numbered },
    { value: "pages", label: t.common.pages, items: places.filter(isFirst) },
    { value: "actions", label: texts.actions, items: actions.filter(isFirst) },
    { value: "pets", label: t.pets.title, items: found.pets },
    { value: "orders", label: t.orders.title, items: [...found.orders, ...orderByNumber] },
    { value: "views", label: savedViews.menu, items: found.views },
    { value: "staff", label: t.staff.title, items: found.staff },
    { value: "keys", label: t.keys.title, items: found.keys },
    { value: "others", label: texts.more, items: [...places, ...actions].filter((command) => !isFirst(command)) },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), failed, isAsking };
};

const CommandPalette = () => {
  const [text, setText] = useState("");
  const { groups, failed, isAsking } = useGroups(text);
  const close = () => openPanel.set("none");
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal container={usePortalContainer()}>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[#0009]" />
        <Dialog.Popup
          aria-label={t.shell.commands}
          className="fixed inset-x-3 top-[10dvh] z-50 mx-auto flex max-h-[70dvh] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-raised outline-none"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={groups}
            filter={null}
            value={text}
            onValueChange={setText}
            itemToStringValue={({ label }: Command) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2 border-b border-line px-4">
              <Search aria-hidden size={18} className="shrink-0 text-muted" />
              <Autocomplete.Input
                aria-label={t.shell.commands}
                placeholder={t.shell.commandsHint}
                className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted"
              />
            </div>
            <Autocomplete.Empty>
              <p className="p-4 text-sm text-muted empty:hidden">
                {groups.length === 0 && !isAsking && failed === undefined ? t.shell.noCommand : null}
              </p>
            </Autocomplete.Empty>
            {failed !== undefined && (
              <div className="p-2">
                <LoadError query={failed} isInline />
              </div>
            )}
            <Autocomplete.List className="overflow-y-auto p-1">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
                  <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
                    {group.label}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        onClick={() => {
                          close();
                          command.run();
                        }}
                        className="flex min-h-10 cursor-default items-center justify-between gap-4 rounded-md px-3 text-sm outline-none data-highlighted:highlighted pointer-coarse:min-h-11"
                      >
                        <span
                          translate={command.isData === true ? "no" : "yes"}
                          title={command.label}
                          className="truncate"
                        >
                          {command.label}
                        </span>
                        <span className="max-w-1/2 shrink-0 truncate text-muted">{command.detail}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default CommandPalette;

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { ScanBarcode, Search, X } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { IconButton } from "../components/button";
import { DidYouMean, FoundRow, foundRowClass } from "../components/found";
import { usePortalContainer } from "../components/portal-container";
import { LoadError } from "../components/states";
import { openPanel } from "../lib/page/panels";
import { canScan } from "../lib/search/barcodes";
import { useEarlyEnter } from "../lib/search/use-early-enter";
import { t } from "../texts";
import { customers } from "../texts/customers";
import { finding } from "../texts/finding";
import { savedViews } from "../texts/saved-views";
import { type Command, useCommands } from "./palette-commands";
import { useFound } from "./palette-found";

const CameraView = lazy(() => import("./camera-view"));

const texts = t.shell.palette;

type Group = { readonly value: string; readonly label: string; readonly items: readonly Command[] };

/** The order of the groups stays the same while somebody types. A group without a match is hidden. */
const useGroups = (text: string, onText: (text: string) => void) => {
  const typed = text.trim();
  const { numbered, places, actions } = useCommands(typed);
  const { corrected, failed, isCurrent, ...found } = useFound(typed, onText);
  // "undo" should find the command before the animal Mundo. If a command only matches in the middle of its name, the
  // results from the store come first.
  const isFirst = ({ label }: Command) => label.toLowerCase().startsWith(typed.toLowerCase());
  const own: readonly Group[] = [
    { value: "recent", label: finding.recent, items: found.recent },
    { value: "numbered", label: texts.byNumber, items: numbered },
    { value: "pages", label: t.common.pages, items: places.filter(isFirst) },
    { value: "actions", label: texts.actions, items: actions.filter(isFirst) },
  ];
  const fromStore: readonly Group[] = [
    { value: "pets", label: t.pets.title, items: found.pets },
    { value: "lists", label: finding.lists, items: found.lists },
    { value: "orders", label: t.orders.title, items: found.orders },
    { value: "customers", label: customers.label, items: found.customers },
    { value: "views", label: savedViews.menu, items: found.views },
    { value: "staff", label: t.staff.title, items: found.staff },
    { value: "keys", label: t.keys.title, items: found.keys },
    { value: "others", label: texts.more, items: [...places, ...actions].filter((command) => !isFirst(command)) },
  ];
  const isEmpty = ({ items }: Group) => items.length === 0;
  return {
    groups: [...own, ...fromStore].filter((group) => !isEmpty(group)),
    corrected,
    failed,
    isCurrent,
    /** Whether the first item is known already, because it is not from the store. */
    isFirstKnown: isCurrent || !own.every(isEmpty),
  };
};

const CommandPalette = () => {
  const [text, setText] = useState("");
  const [isScanning, setIsScanning] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { groups, corrected, failed, isCurrent, isFirstKnown } = useGroups(text, setText);
  const close = () => openPanel.set("none");
  const choose = (command: Command) => {
    if (command.staysOpen !== true) close();
    command.run();
  };
  const { onKeyDown, takeFirst } = useEarlyEnter(text, isFirstKnown, () => {
    const first = groups[0]?.items[0];
    if (first !== undefined) choose(first);
  });
  const type = (next: string) => {
    setText(next);
    input.current?.focus();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal container={usePortalContainer()}>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[#0009]" />
        <Dialog.Popup
          aria-label={t.shell.commands}
          initialFocus={input}
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
            <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
              <Search aria-hidden size={18} className="shrink-0 text-muted" />
              <Autocomplete.Input
                ref={input}
                aria-label={t.shell.commands}
                placeholder={t.shell.commandsHint}
                onKeyDown={onKeyDown}
                className="h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
              />
              {canScan() && (
                <IconButton
                  label={isScanning ? finding.stopScan : finding.scan}
                  onClick={() => setIsScanning(!isScanning)}
                >
                  {isScanning ? <X aria-hidden size={20} /> : <ScanBarcode aria-hidden size={20} />}
                </IconButton>
              )}
            </div>
            {isScanning && (
              <Suspense>
                <CameraView
                  onCode={(code) => {
                    setIsScanning(false);
                    type(code);
                    takeFirst(code);
                  }}
                />
              </Suspense>
            )}
            {corrected !== undefined && (
              <div className="px-4 pt-1">
                <DidYouMean text={corrected} onChoose={type} />
              </div>
            )}
            <Autocomplete.Empty>
              <p className="p-4 text-sm text-muted empty:hidden">
                {groups.length === 0 && isCurrent && failed === undefined ? t.shell.noCommand : null}
              </p>
            </Autocomplete.Empty>
            {failed !== undefined && (
              <div className="p-2">
                <LoadError query={failed} isInline />
              </div>
            )}
            <Autocomplete.List aria-busy={!isCurrent} className="overflow-y-auto p-1">
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
                        onClick={() => choose(command)}
                        className={foundRowClass}
                      >
                        <FoundRow {...command} />
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

import { useEffect } from "react";
import { Dialog } from "../components/dialog";
import { Kbd } from "../components/kbd";
import { Switch } from "../components/switch";
import { singleKeys } from "../lib/page/preferences";
import { activeShortcuts, clashesOf, type ShortcutGroup } from "../lib/page/shortcuts";
import { useStore } from "../lib/page/store";
import { t } from "../texts";
import { openPanel } from "../lib/page/panels";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const groups: readonly ShortcutGroup[] = ["general", "list", "go"];

const shown = (key: string) => {
  const { keyNames } = t.shell;
  if (key === "mod") return isMac ? "⌘" : keyNames.ctrl;
  return key in keyNames ? keyNames[key as keyof typeof keyNames] : key.charAt(0).toUpperCase() + key.slice(1);
};

const Keys = ({ keys }: { readonly keys: string }) => (
  <span translate="no" className="flex gap-1">
    {keys.split(/[+>]/).map((key) => (
      <Kbd key={key}>{shown(key)}</Kbd>
    ))}
  </span>
);

export const ShortcutHelp = () => {
  const isOpen = useStore(openPanel) === "shortcuts";
  const shortcuts = useStore(activeShortcuts);
  const areSingleKeysOn = useStore(singleKeys);
  useEffect(() => {
    const clashes = isOpen ? clashesOf(shortcuts) : [];
    // Each test in a browser fails when the page reports an error. A page that is left may overlap with the next, so
    // the check waits until somebody opens the help.
    // oxlint-disable-next-line no-console
    if (clashes.length > 0) console.error(`These shortcuts have two meanings: ${clashes.join(", ")}`);
  }, [isOpen, shortcuts]);
  return (
    <Dialog isOpen={isOpen} onClose={() => openPanel.set("none")} title={t.shell.shortcuts} size="medium">
      <div className="flex flex-col gap-5">
        <Switch
          label={t.shell.singleKeys}
          help={t.shell.singleKeysHelp}
          isOn={areSingleKeysOn}
          onChange={singleKeys.set}
        />
        {groups
          .map((group) => ({ group, entries: shortcuts.filter((one) => one.group === group) }))
          .filter(({ entries }) => entries.length > 0)
          .map(({ group, entries }) => (
            <section key={group}>
              <h3 className="mb-1 text-sm font-semibold text-muted">{t.shell.groups[group]}</h3>
              <dl className="grid gap-x-8 sm:grid-cols-2">
                {entries.map(({ keys, label }) => (
                  <div
                    key={keys}
                    className="flex items-center justify-between gap-4 border-b border-line py-1.5 text-sm"
                  >
                    <dt>{label}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Dialog>
  );
};

import { useNavigate } from "@tanstack/react-router";
import { undoLast } from "../lib/history/undo";
import { hasRole, useAccount } from "../lib/session/roles";
import { activeShortcuts, useShortcut } from "../lib/page/shortcuts";
import { useStore } from "../lib/page/store";
import { t } from "../texts";
import { pages } from "./pages";
import { openPanel } from "../lib/page/panels";

const GoTo = ({ page }: { readonly page: (typeof pages)[number] }) => {
  const navigate = useNavigate();
  useShortcut(`g>${page.key}`, page.title, () => void navigate({ to: page.route.to }), { group: "go" });
  return null;
};

/** The shortcuts that work on every page. */
export const GeneralShortcuts = () => {
  const account = useAccount();
  useShortcut("mod+k", t.shell.commands, () => openPanel.set("commands"), { group: "general", inFields: true });
  // On a page that has a search of its own, the key belongs to that.
  const isTaken = useStore(activeShortcuts).some(({ keys, group }) => keys === "/" && group !== "general");
  useShortcut("/", t.pets.keys.search, () => openPanel.set("commands"), { group: "general", isEnabled: !isTaken });
  useShortcut("mod+z", t.common.undo, undoLast, { group: "general" });
  useShortcut("?", t.shell.shortcuts, () => openPanel.set("shortcuts"), { group: "general" });
  return pages.filter(({ role }) => hasRole(account, role)).map((page) => <GoTo key={page.key} page={page} />);
};

import { Link } from "@tanstack/react-router";
import { CircleUser, Keyboard, LogOut, Menu as MenuIcon, Search, X } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../components/button";
import { classNames } from "../components/class-names";
import { loadMenuAhead, Menu } from "../components/menu";
import { MenuItem, MenuRadio, MenuSeparator } from "../components/menu-parts";
import { hasRole, useAccount } from "../lib/session/roles";
import { session } from "../lib/session/session";
import { useStore } from "../lib/page/store";
import { theme, themes } from "../lib/page/theme";
import { useStoreDetails } from "../lib/store/store-settings";
import { t } from "../texts";
import { pages } from "./pages";
import { openPanel } from "../lib/page/panels";

const AccountMenu = () => {
  const { name } = useAccount();
  const chosen = useStore(theme);
  useEffect(loadMenuAhead, []);
  return (
    <Menu
      renderTrigger={(props) => (
        <IconButton {...props} label={t.shell.accountMenu(name)}>
          <CircleUser aria-hidden size={20} />
        </IconButton>
      )}
    >
      <MenuRadio
        label={t.shell.theme}
        value={chosen}
        options={themes.map((value) => ({ value, label: t.shell.themes[value] }))}
        onChange={theme.set}
      />
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden size={16} />} onSelect={() => openPanel.set("shortcuts")}>
        {t.shell.shortcuts}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden size={16} />} onSelect={() => void session.signOut()}>
        {t.shell.signOut}
      </MenuItem>
    </Menu>
  );
};

const PageLinks = ({ onNavigate }: { readonly onNavigate: () => void }) => {
  const account = useAccount();
  return (
    <ul className="flex flex-col gap-0.5">
      {pages
        .filter(({ role }) => hasRole(account, role))
        .map(({ route, title, icon: Icon, key }) => (
          <li key={key}>
            <Link
              to={route.to}
              onClick={onNavigate}
              activeOptions={{ exact: route.to === "/", includeSearch: false }}
              className="flex min-h-10 items-center gap-3 rounded-md px-3 text-sm font-medium text-muted hover:bg-sunken hover:text-text [--chosen-edge:inset_3px_0_0] aria-[current=page]:chosen pointer-coarse:min-h-11"
            >
              <Icon aria-hidden size={18} />
              {title}
            </Link>
          </li>
        ))}
    </ul>
  );
};

const StoreName = () => {
  const { name, logo } = useStoreDetails();
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 font-semibold md:px-1">
      <img src={logo ?? "/favicon.svg"} alt="" width={24} height={24} className="object-contain" />
      {name === null ? (
        <span className="truncate">{t.common.appName}</span>
      ) : (
        <span translate="no" title={name} className="truncate">
          {name}
        </span>
      )}
    </span>
  );
};

/** The navigation is a column at the left. On the phone it is a bar with a menu. */
export const Navigation = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header
      // On the phone, the open menu would cover the element that gets the focus next.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
      className="sticky top-0 z-30 flex print:hidden max-h-dvh shrink-0 flex-col border-b border-line bg-surface md:h-dvh md:w-60 md:border-r md:border-b-0"
    >
      <div className="flex items-center gap-1 px-3 py-2">
        <IconButton
          label={t.shell.openMenu}
          className="md:hidden"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <X aria-hidden size={20} /> : <MenuIcon aria-hidden size={20} />}
        </IconButton>
        <StoreName />
        <IconButton label={t.shell.commands} onClick={() => openPanel.set("commands")}>
          <Search aria-hidden size={20} />
        </IconButton>
        <AccountMenu />
      </div>
      <nav
        id="navigation"
        aria-label={t.shell.navigation}
        className={classNames("overflow-y-auto px-3 pb-3 md:block", !isOpen && "hidden")}
      >
        <PageLinks onNavigate={() => setIsOpen(false)} />
      </nav>
    </header>
  );
};

import { Link } from "@tanstack/react-router";
import { CircleUser, Ellipsis, Keyboard, LogOut, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
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

type Page = (typeof pages)[number];

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

const itemClass =
  "flex items-center rounded-md text-muted hover:bg-sunken hover:text-text [--chosen-edge:inset_3px_0_0] aria-[current=page]:chosen";

const linkClass = "min-h-10 gap-3 px-3 text-sm font-medium pointer-coarse:min-h-11";

// A tab is as wide as its word needs, because the longest German one would not fit into a fifth of a small phone.
const tabClass =
  "max-md:min-h-14 max-md:pointer-coarse:min-h-14 max-md:w-full max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:rounded-none max-md:px-0.5 max-md:text-center max-md:text-xs max-md:leading-tight max-md:wrap-anywhere max-md:[--chosen-edge:inset_0_3px_0]";

type PageLinkProps = { readonly page: Page; readonly onNavigate: () => void; readonly className?: string };

type PageLinksProps = { readonly label: string; readonly pages: readonly Page[]; readonly onNavigate: () => void };

const PageLink = ({ page: { route, title, icon: Icon }, onNavigate, className }: PageLinkProps) => (
  <Link
    to={route.to}
    onClick={onNavigate}
    activeOptions={{ exact: route.to === "/", includeSearch: false }}
    className={classNames(itemClass, linkClass, className)}
  >
    <Icon aria-hidden size={18} className="shrink-0" />
    {title}
  </Link>
);

const PageLinks = ({ label, pages: shown, onNavigate }: PageLinksProps) => (
  <ul aria-label={label} className="flex flex-col gap-0.5">
    {shown.map((page) => (
      <li key={page.key}>
        <PageLink page={page} onNavigate={onNavigate} />
      </li>
    ))}
  </ul>
);

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

const TABS = 4;

/**
 * The links to the pages. On the phone, the first pages are tabs at the bottom, and the button beside them opens the
 * others. On a wide screen, all pages are one column in two groups.
 */
const PageNavigation = () => {
  const account = useAccount();
  const [isOpen, setIsOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const shown = pages.filter(({ role }) => hasRole(account, role));
  const daily = shown.filter(({ group }) => group === "daily");
  const setUp = shown.filter(({ group }) => group === "setUp");
  const close = () => setIsOpen(false);
  return (
    // Escape reaches the navigation from its links and its button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav
      aria-label={t.shell.navigation}
      // The open list would cover the element that gets the focus next.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !isOpen) return;
        close();
        more.current?.focus();
      }}
      className="group max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:flex max-md:max-h-dvh max-md:flex-col-reverse md:overflow-y-auto md:px-3 md:pb-3"
    >
      <ul
        aria-label={t.shell.pageGroups.daily}
        className="flex shrink-0 border-line bg-surface max-md:border-t max-md:pb-[env(safe-area-inset-bottom)] md:flex-col md:gap-0.5"
      >
        {daily.slice(0, TABS).map((page) => (
          <li key={page.key} className="max-md:min-w-11 max-md:flex-auto">
            <PageLink page={page} onNavigate={close} className={tabClass} />
          </li>
        ))}
        <li className="min-w-11 flex-auto md:hidden">
          <button
            ref={more}
            type="button"
            aria-expanded={isOpen}
            aria-controls="more-pages"
            onClick={() => setIsOpen(!isOpen)}
            className={classNames(
              itemClass,
              tabClass,
              "font-medium",
              isOpen ? "bg-sunken text-text" : "group-has-[#more-pages_[aria-current=page]]:chosen",
            )}
          >
            <Ellipsis aria-hidden size={18} className="shrink-0" />
            {t.shell.more}
          </button>
        </li>
      </ul>
      <div
        id="more-pages"
        className={classNames(
          "flex flex-col gap-0.5 max-md:min-h-0 max-md:overflow-y-auto max-md:rounded-t-xl max-md:border-t max-md:border-line max-md:bg-raised max-md:p-3 max-md:shadow-raised md:pt-0.5",
          !isOpen && "max-md:hidden",
        )}
      >
        <PageLinks label={t.shell.more} pages={daily.slice(TABS)} onNavigate={close} />
        <p aria-hidden className="px-3 pt-4 pb-1 text-xs font-medium text-muted">
          {t.shell.pageGroups.setUp}
        </p>
        <PageLinks label={t.shell.pageGroups.setUp} pages={setUp} onNavigate={close} />
      </div>
    </nav>
  );
};

/** A column at the left. On the phone, it is a bar at the top, and another one at the bottom. */
export const Navigation = () => (
  <header className="sticky top-0 z-30 flex print:hidden shrink-0 flex-col border-b border-line bg-surface md:h-dvh md:w-60 md:border-r md:border-b-0">
    <div className="flex items-center gap-1 px-3 py-2">
      <StoreName />
      <IconButton label={t.shell.commands} onClick={() => openPanel.set("commands")}>
        <Search aria-hidden size={20} />
      </IconButton>
      <AccountMenu />
    </div>
    <PageNavigation />
  </header>
);

import { catalogue } from "./catalogue";

export const shell = catalogue({
  skip: "Skip to the content",
  navigation: "Main",
  menu: "Menu",
  openMenu: "Open the menu",
  commands: "Search and commands",
  commandsHint: "Search animals, orders, pages, commands…",
  palette: {
    byNumber: "By number",
    actions: "Commands",
    more: "More pages and commands",
    open: "Open",
    newAnimal: "New animal",
    newOrder: "New order",
    theme: (theme: string) => `Theme: ${theme}`,
    /** What a number is of: "order 3". */
    animalWord: "animal",
    orderWord: "order",
  },
  noCommand: "Nothing found",
  shortcuts: "Keyboard shortcuts",
  singleKeys: "Single-key shortcuts",
  singleKeysHelp: "Turn them off if you use speech input or type by accident.",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  importing: "Import",
  signOut: "Sign out",
  accountMenu: (name: string) => `Account of ${name}`,
  notices: "Notices",
  groups: { general: "Everywhere", go: "Go to", list: "In a list" },
  unreachable: "The service cannot be reached",
});

import { catalogue } from "./catalogue";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  menu: "Views",
  mine: "My views",
  shared: "Shared by others",
  everything: { pets: "All animals", orders: "All orders", history: "All changes" },
  by: (name: string) => `by ${name}`,
  sharedMark: "shared",
  save: "Save this view…",
  manage: "Manage views…",
  saveTitle: "Save this view",
  saveHelp: "Saves what the list shows now under a name.",
  name: "Name",
  share: "Share with all staff",
  shareHelp: "Everybody sees it in their views. Only you can change it.",
  shareDenied: "Managers and owners can share views: ask one of them to save it.",
  rename: (name: string) => `Rename the view “${name}”`,
  newName: (name: string) => `New name of the view “${name}”`,
  taken: "You have another view with this name.",
  renamed: (name: string) => `The view is now called “${name}”`,
  pin: (name: string) => `Keep “${name}” above the list`,
  pinned: "Pinned views",
  replaces: (name: string) => `You already have a view “${name}”. Saving replaces it.`,
  saveButton: "Save view",
  replaceButton: "Replace view",
  missing: "Your views could not be loaded. Close this menu and open it again in a minute.",
  saved: (name: string) => `Saved the view “${name}”`,
  manageTitle: "Views",
  none: "There are no views. Filter the list, then save it as a view.",
  replace: (name: string) => `Save the list as it is now as “${name}”`,
  delete: (name: string) => `Delete the view “${name}”`,
  deleted: (name: string) => `Deleted the view “${name}”`,
  sharing: (name: string) => `Share “${name}” with all staff`,
};

export const { savedViews } = catalogue({ savedViews: texts });

export const common = {
  appName: "Pet Store",
  add: "Add",
  apply: "Apply",
  back: "Back",
  cancel: "Cancel",
  clear: "Clear",
  close: "Close",
  confirm: "Confirm",
  closeAnyway: "Close without copying",
  copied: "Copied",
  copy: "Copy",
  copyFailed: "This browser did not let the page copy. The text is selected: press Ctrl+C or ⌘C.",
  delete: "Delete",
  done: "Done",
  download: "Download",
  edit: "Edit",
  clearFilters: "Clear filters",
  categoriesMissing: "The categories could not be loaded. The page tries again by itself.",
  /** How many of the selected rows the person does not see. */
  notOnPage: (count: string) => `${count} not on this page`,
  sort: "Sort",
  faster: "Somebody else was faster. The list shows it as it is now.",
  loading: "Loading…",
  pages: "Pages",
  nextPage: "Next page",
  previousPage: "Previous page",
  firstPage: "First page",
  open: "Open",
  openOn: (name: string, page: string) => `${name} · ${page}`,
  optional: "(optional)",
  reload: "Reload",
  remove: "Remove",
  retry: "Try again",
  stop: "Stop",
  save: "Save",
  saving: "Saving…",
  draftKept: "What you typed is kept, not saved",
  undo: "Undo",
  requestId: (id: string) => `Request ${id}`,
  errorTitle: "That did not work",
  offlineTitle: "You are offline",
  offline: "What you typed is kept. Try again once you are connected.",
  offlineBanner: "You are offline. You see what was loaded last; changes have to wait until you are connected.",
  /** Why the service refuses a read for a while. */
  tooManyRequests: "You have loaded more in a short time than the service allows. Nothing is lost.",
  nextTrySoon: "The page tries again by itself within a minute.",
  nextTry: (time: string) => `The page tries again by itself at ${time}.`,
  timeout: "The service took too long to answer.",
  unexpected: "The service gave an answer this page does not understand.",
  notCopied: "It is not shown again. Without it, you have to make another one.",
  notCopiedTitle: "You have not copied it",
  notFoundTitle: "There is no such page",
  notFound: "The address may be mistyped, or the page has moved.",
  goToToday: "Go to Today",
  newVersionTitle: "There is a new version",
  newVersion: "A part of this page has been replaced on the server. Reload to get the new version.",
  crashTitle: "This page has stopped",
  crash: "An error in this page stopped it. Reload it; nothing that was saved is lost.",
  status: { available: "Available", pending: "Pending", sold: "Sold" },
  orderStatus: { placed: "Placed", approved: "Approved", delivered: "Delivered", cancelled: "Cancelled" },
  role: { owner: "Owner", manager: "Manager", clerk: "Clerk" },
  category: (id: number) => `Category ${id}`,
  noName: (id: number) => `Category ${id} (no name)`,
};

/** Turns "Sold" into "sold". Initials are kept, as in "RSPCA hold". */
export const lowerFirst = (text: string): string =>
  text.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());

/**
 * Returns a status as it is written within an English sentence, even if the store writes it as a title: "On Hold"
 * becomes "on hold".
 */
export const inSentence = (status: string): string => status.split(" ").map(lowerFirst).join(" ");

/** Returns the word for a status within an English sentence. If the store has a word of its own, it returns that. */
export const statusWord = (status: keyof typeof common.status): string => inSentence(common.status[status]);

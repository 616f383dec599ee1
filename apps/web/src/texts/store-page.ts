import { catalogue } from "./catalogue";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  title: "Store",
  description: "What everybody sees of your store: on pages, prints and documents.",
  managersOnly: "Managers set up the store",
  managersOnlyDetail: "Ask a manager if the name or the address is wrong.",
  identity: "Name and address",
  name: "Name",
  nameHelp: "Shows in the menu, in the title of the browser tab and on every print.",
  address: "Address",
  addressHelp: "Shows on prints for customers.",
  region: "Time and money",
  timeZone: "Time zone",
  ownTimeZone: "The time zone of each browser",
  now: (time: string) => `Dates and times look like this: ${time}`,
  searchZones: "Search time zones",
  noZone: "No time zone has this name",
  currency: "Currency",
  noCurrency: "No currency",
  sample: (amount: string) => `Prices look like this: ${amount}`,
  searchCurrencies: "Search currencies",
  noSuchCurrency: "No currency has this name",
  contract: "Text for contracts",
  contractHelp: "Your own terms for the contract of a sale. These words in braces stand for the facts of each sale:",
  placeholders: {
    animal: "the name of the animal",
    number: "its number",
    customer: "the name of the customer",
    price: "the price",
    date: "the date",
    store: "the name of your store",
  },
  samples: { animal: "Bella", customer: "Kim Park" },
  preview: "Preview",
  saved: "Saved the settings of the store",
  putBack: "Put back the settings of the store",
};

export const { storePage } = catalogue({ storePage: texts });

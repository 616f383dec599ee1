/** The contact and the licence, which are the same in every document. */
export const legal = {
  contact: {
    name: "The store's operators",
    url: "https://petstore.example/support",
    email: "support@petstore.example",
  },
  license: { name: "MIT", url: "https://opensource.org/license/mit" },
} as const;

/** The contact and the licence, which are the same in every document. */
export const legal = {
  contact: {
    name: "The store's operators",
    url: "https://petstore.example/support",
    email: "support@petstore.example",
  },
  license: { name: "MIT", url: "https://opensource.org/license/mit" },
} as const;

/** What the documents say about the other form of an error. */
export const problemFact =
  "A request with `Accept: application/problem+json` gets each error as a `Problem` (RFC 9457, a schema of this document) instead, which also names the place and the rule of each problem, and what is in the way.";

/** What the documents say about the lengths of texts. */
export const lengthFact =
  "`minLength` and `maxLength` count Unicode code points, as JSON Schema does. White space at both ends of names and labels is removed before they are counted. A text that exceeds `maxLength` only because of such white space is therefore accepted.";

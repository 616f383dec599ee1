/** The path of the pages for developers. */
export const DOCS_PATH = "/docs";

/** The page about deprecated operations, to which `Link: rel="deprecation"` leads. */
export const DEPRECATIONS_PATH = `${DOCS_PATH}/deprecation`;

/** The path to which this link led before. It still shows the page. */
export const OLD_DEPRECATIONS_PATH = "/deprecations";

/** The page about the error codes of `/v1`; each code is an anchor. */
export const ERRORS_PATH = `${DOCS_PATH}/errors`;

/** The page about the error codes of `/auth`; each code is an anchor. */
export const AUTH_ERRORS_PATH = `${DOCS_PATH}/auth-errors`;

/** An error code: its status, what it means, and the message of an example. */
export type CodeEntry = { readonly status: number; readonly meaning: string; readonly example: string };

/** Describes an enumeration of error codes: a list in which each code is a link to its documentation. */
export const describeCodes = (codes: Readonly<Record<string, CodeEntry>>, page: string): string => {
  const lines = Object.entries(codes).map(
    ([code, { status, meaning }]) => `- [\`${code}\`](${page}#${code}) (${status}): ${meaning}`,
  );
  return `Machine-readable error code.\n\n${lines.join("\n")}`;
};

/** What an Error schema says about the documentation of its codes. */
export const errorDocs = (page: string) => ({
  externalDocs: { url: page, description: "Each error code: what it means and what to do." },
});

/** Where the pages for developers begin. */
export const DOCS_PATH = "/docs";

/** The page about deprecated operations, to which `Link: rel="deprecation"` leads. */
export const DEPRECATIONS_PATH = `${DOCS_PATH}/deprecation`;

/** The path to which that link led before. It still shows the page. */
export const OLD_DEPRECATIONS_PATH = "/deprecations";

/** The page about the error codes of `/v1`; each code is an anchor. */
export const ERRORS_PATH = `${DOCS_PATH}/errors`;

/** The page about the error codes of `/auth`; each code is an anchor. */
export const AUTH_ERRORS_PATH = `${DOCS_PATH}/auth-errors`;

type CodeEntry = { readonly status: number; readonly meaning: string };

/** The description of an enumeration of error codes: a list, each code a link to its documentation. */
export const describeCodes = (codes: Readonly<Record<string, CodeEntry>>, page: string): string => {
  const lines = Object.entries(codes).map(
    ([code, { status, meaning }]) => `- [\`${code}\`](${page}#${code}) (${status}): ${meaning}`,
  );
  return `Machine-readable error code.\n\n${lines.join("\n")}`;
};

/** What an Error schema says about its documentation. */
export const errorDocs = (page: string) => ({
  externalDocs: { url: page, description: "Each error code: what it means and what to do." },
});

import { describeStorePlace, type StorePlace } from "../database/describe-store.js";
import type { FirstStart } from "./first-start.js";
import { describeRelease, type Release } from "../database/release.js";

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const shownCredentials = ({ key, email, invitation }: FirstStart): string[] => [
  `  Key       ${key}`,
  "            (shown this once; scope admin)",
  `  Owner     ${email}`,
  `  Sign in   ${invitation.url}`,
  "            (shown this once; choose your password there within 72 hours)",
];

const firstStartLines = (base: string, firstStart: FirstStart): string[] => {
  const { credentialsPath: path, key, email, samplePetCount } = firstStart;
  const credentials =
    path === undefined
      ? shownCredentials(firstStart)
      : [
          `  Owner     ${email}`,
          `  Secrets   ${path}`,
          "            (the key, scope admin, and the link to choose a password; use them, then delete it)",
        ];
  const keyInShell = path === undefined ? key : `$(sed -n 's/^Key *//p' ${quoted(path)})`;
  const sample = samplePetCount > 0 ? [`  ${samplePetCount} sample pets are in the store.`] : [];
  const curl = `  curl -H "Authorization: Bearer ${keyInShell}" "${base}/pets?limit=3"`;
  return [...credentials, "", ...sample, "  Try:", "", curl];
};

/** "off" means that the configuration switches the site off. */
type SiteState = "served" | "off" | "not built";
export type Served = { readonly admin: SiteState; readonly docs: SiteState };

const siteLines = (label: string, address: string, state: SiteState): string[] => {
  if (state === "off") return [];
  return [`  ${label}${state === "served" ? address : "not served: it is not built here"}`];
};

/** Which release runs, and which store it serves. */
export type Identity = { readonly release: Release; readonly store: StorePlace };

/** Only a terminal gets credentials, because the output of a pipe may end up in a log. */
export const banner = (
  address: string,
  { admin, docs }: Served,
  { release, store }: Identity,
  firstStart: FirstStart | undefined,
): string => {
  const base = `${address}/v1`;
  const addresses = [
    ...siteLines("Admin     ", `${address}/`, admin),
    `  API       ${base}`,
    ...siteLines("Docs      ", `${address}/docs`, docs),
    `  Document  ${base}/openapi.json`,
    `  Version   ${describeRelease(release)}`,
    `  Store     ${describeStorePlace(store)}`,
  ];
  const lines = ["", "  Pet Store is running.", "", ...addresses];
  if (firstStart !== undefined) lines.push(...firstStartLines(base, firstStart));
  else lines.push("", "  Need a key?  npx --yes pnpm petstore keys create --name my-key --scope write");
  return `${lines.join("\n")}\n\n`;
};

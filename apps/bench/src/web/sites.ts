import { fileURLToPath } from "node:url";
import type { Cleanup } from "../cleanup.js";
import { ownEnv } from "../servers/own-env.js";
import { startServer } from "../servers/server-process.js";
import { commandOf, thisService } from "../servers/servers.js";
import { type FirstStart, signIn } from "../store/first-start.js";

type Cookie = { readonly name: string; readonly value: string };

/** A list of animals in a browser, and the service behind it. */
export type Site = {
  readonly name: "the admin" | "react-admin";
  readonly address: string;
  /** Where the list is. */
  readonly path: string;
  /** Matches each row that shows an animal. */
  readonly row: string;
  /** The cookies of the owner's session. */
  readonly cookies: readonly Cookie[];
  /** A key of scope admin. */
  readonly key: string;
  /** Emotion inserts style elements, which the admin's CSP forbids. */
  readonly bypassesCsp: boolean;
};

export type SiteKind = Pick<Site, "name" | "path" | "row" | "bypassesCsp"> & { readonly webDir: string };

export const admin: SiteKind = {
  name: "the admin",
  path: "/animals",
  row: "tr[data-row]",
  bypassesCsp: false,
  webDir: fileURLToPath(new URL("../../../web/dist", import.meta.url)),
};

export const peerIn = (webDir: string): SiteKind => ({
  name: "react-admin",
  path: "/#/pets",
  row: "tbody tr.RaDataTable-row",
  bypassesCsp: true,
  webDir,
});

const cookiesOf = ({ headers }: Response): Cookie[] =>
  headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });

/** Both sides are files of the same service: the same compression, caching and connection. */
export const startSite = async (
  { webDir, ...kind }: SiteKind,
  databaseUrl: string,
  owner: FirstStart,
  cleanup: Cleanup,
): Promise<Site> => {
  const env = { ...ownEnv(databaseUrl), ADDRESS_RATE_LIMIT: "0", WEB_DIR: webDir };
  const { port } = await startServer(commandOf(thisService), env, cleanup);
  const address = `http://127.0.0.1:${port}`;
  return { ...kind, address, cookies: cookiesOf(await signIn(address, owner)), key: owner.key };
};

import { fileURLToPath } from "node:url";
import type { Cleanup } from "../cleanup.js";
import { ownEnv } from "../servers/own-env.js";
import { startServer } from "../servers/server-process.js";
import { commandOf, thisService } from "../servers/servers.js";
import { type FirstStart, signIn } from "../store/first-start.js";

type Cookie = { readonly name: string; readonly value: string };

/** The admin in a browser, with the service behind it. */
export type Site = {
  readonly address: string;
  /** The cookies of the owner's session. */
  readonly cookies: readonly Cookie[];
  /** A key of scope admin. */
  readonly key: string;
};

/** The path of the page with the list of animals. */
export const LIST_PATH = "/animals";

/** Matches each row of the list that shows an animal. */
export const LIST_ROW = "tr[data-row]";

const webDir = fileURLToPath(new URL("../../../web/dist", import.meta.url));

const cookiesOf = ({ headers }: Response): Cookie[] =>
  headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });

export const startSite = async (databaseUrl: string, owner: FirstStart, cleanup: Cleanup): Promise<Site> => {
  const env = { ...ownEnv(databaseUrl), ADDRESS_RATE_LIMIT: "0", WEB_DIR: webDir };
  const { port } = await startServer(commandOf(thisService), env, cleanup);
  const address = `http://127.0.0.1:${port}`;
  return { address, cookies: cookiesOf(await signIn(address, owner)), key: owner.key };
};

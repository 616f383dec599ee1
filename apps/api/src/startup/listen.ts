import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../config/config.js";
import { OperatorError } from "../config/operator-error.js";

type Address = Pick<Config, "host" | "port">;
/** The names of the environment variables that set the host and the port. */
type Names = { readonly host: string; readonly port: string };

type Sentence = (address: Address, names: Names) => readonly [problem: string, remedy: string];
const sentences: Readonly<Record<string, Sentence>> = {
  EADDRINUSE: ({ host, port }, names) => [
    `Port ${port} on ${host} is in use:`,
    `stop the program that listens there, or set ${names.port} to another one (${names.port}=0 takes any free port).`,
  ],
  EACCES: ({ port }, names) => [
    `${names.port} ${port} is not open to this user:`,
    `set ${names.port} to 1024 or above.`,
  ],
  EADDRNOTAVAIL: ({ host }, names) => [
    `${names.host} ${host} is not an address of this machine:`,
    `set ${names.host} to one, such as 127.0.0.1 or 0.0.0.0.`,
  ],
  ENOTFOUND: ({ host }, names) => [
    `${names.host} ${host} cannot be resolved:`,
    `set ${names.host} to an address, such as 127.0.0.1 or 0.0.0.0.`,
  ],
};

export const listen = (
  server: Server,
  { host, port }: Address,
  names: Names = { host: "HOST", port: "PORT" },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const sentence = sentences[error.code ?? ""]?.({ host, port }, names);
      // Another program uses the port, but it may end.
      const isTemporary = error.code === "EADDRINUSE";
      reject(sentence === undefined ? error : new OperatorError("start_failed", ...sentence, { isTemporary }));
    };
    server.once("error", refuse);
    server.listen({ host, port }, () => {
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${taken}`);
    });
  });

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const fresh = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];

/** An authority whose certificate is the file `ca`. */
export type Authority = { readonly ca: string; readonly key: string };
export type Certificate = { readonly certificate: string; readonly key: string };

export const createAuthority = async (folder: string, name: string): Promise<Authority> => {
  const [ca, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  await run("openssl", ["req", "-x509", ...fresh, "-subj", `/CN=${name}`, "-keyout", key, "-out", ca]);
  return { ca, key };
};

/** Issues a new certificate for localhost. */
export const issue = async (folder: string, name: string, authority: Authority): Promise<Certificate> => {
  const [certificate, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const by = ["-CA", authority.ca, "-CAkey", authority.key];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  await run("openssl", ["req", "-x509", ...fresh, ...by, ...names, "-keyout", key, "-out", certificate]);
  return { certificate, key };
};

import { generateKeyPairSync, sign } from "node:crypto";

/** Writes DER (X.690 §8.1): a tag, a length and a content of at most 65,535 bytes. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const integer = (value: number) => der(0x02, Buffer.from([value]));
const extension = (id: string, value: Uint8Array) => sequence(oid(id), der(0x04, value));
/** Writes a UTCTime (RFC 5280 §4.1.2.5.1). */
const time = (date: Date) => der(0x17, Buffer.from(date.toISOString().replace(/^..|[-:T]|\.\d+/g, "")));

const [ECDSA_WITH_SHA256, COMMON_NAME] = ["2a8648ce3d040302", "550403"];
const [BASIC_CONSTRAINTS, SUBJECT_ALTERNATIVE_NAME] = ["551d13", "551d11"];
const DAY_MS = 86_400_000;

/** Creates a self-signed certificate, which is its own authority. @param host - The only name for which it is valid. */
export const createCertificate = (
  host: string,
  validUntil = new Date(Date.now() + DAY_MS),
): { readonly certificate: string; readonly key: string } => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(host)))));
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])));
  const names = sequence(der(0x82, Buffer.from(host)));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(new Date(validUntil.getTime() - 2 * DAY_MS)), time(validUntil)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension(BASIC_CONSTRAINTS, isAuthority), extension(SUBJECT_ALTERNATIVE_NAME, names))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  const base64 = sequence(content, algorithm, signature).toString("base64").replace(/.{64}/g, "$&\n").trimEnd();
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
};

/** An S3-compatible bucket. */
export type Bucket = {
  readonly bucket: string;
  /** The prefix is empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The origin of the bucket's server. */
  readonly endpoint: string;
  /** If true, photo files are only read from the bucket, and new ones are stored in PostgreSQL. */
  readonly isReadOnly: boolean;
};

export const IN_POSTGRESQL = "postgresql";

const photoStoreRule =
  "must be postgresql, or an address such as s3://bucket/prefix?region=eu-central-1, with endpoint=https://… for a store other than AWS and readOnly=true to move files back";

/** The rules of Amazon S3 for names of buckets. */
const isBucketName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
  !name.includes("..") &&
  !name.startsWith("xn--") &&
  !/^[0-9]+(?:\.[0-9]+){3}$/.test(name);

const parameters = ["region", "endpoint", "readOnly"];
const flags = ["true", "false"];

const originOf = (text: string): string | undefined =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).href === `${new URL(text).origin}/`
    ? new URL(text).origin
    : undefined;

const isAddress = ({ protocol, hostname, username, password, port, pathname, hash, searchParams }: URL): boolean =>
  protocol === "s3:" &&
  isBucketName(hostname) &&
  `${username}${password}${port}${hash}` === "" &&
  /^(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,5}\/?$/.test(pathname) &&
  [...searchParams.keys()].every((name) => parameters.includes(name) && searchParams.getAll(name).length === 1);

/** @returns Undefined if the text breaks {@link photoStoreRule}. */
export const parseBucket = (text: string): Bucket | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const region = url.searchParams.get("region") ?? "us-east-1";
  const readOnly = url.searchParams.get("readOnly") ?? "false";
  const endpoint = originOf(url.searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`);
  if (!isAddress(url) || !/^[a-z0-9-]{1,50}$/.test(region) || !flags.includes(readOnly) || endpoint === undefined) {
    return undefined;
  }
  const folder = url.pathname.replaceAll(/^\/|\/$/g, "");
  const prefix = folder === "" ? "" : `${folder}/`;
  return { bucket: url.hostname, prefix, region, endpoint, isReadOnly: readOnly === "true" };
};

/** Says which rule the text breaks; undefined if it names a store. */
export const findPhotoStoreMistake = (text: string): string | undefined => {
  if (text === IN_POSTGRESQL || parseBucket(text) !== undefined) return undefined;
  const [, name] = /^s3:\/\/([^/?#]*)/.exec(text) ?? [];
  return name === undefined || isBucketName(name)
    ? photoStoreRule
    : "must name a bucket with 3 to 63 small letters, digits, dots and hyphens, such as s3://petstore-photos; an address of a server belongs in endpoint=https://…";
};

import { OperatorError } from "../../config/operator-error.js";
import { readTextFile } from "../open-input.js";
import { damaged } from "./invalid-backup.js";
import type { BackupSource } from "./read-backup.js";

const START = Buffer.from("age-encryption.org/v1\n");
const MAX_FILE_BYTES = 64 * 1024;
/** The head has a few hundred bytes for each public key. This is more than the first piece of a file in a bucket. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024;

const noIdentity = () =>
  new OperatorError("unreadable_file", "The backup is encrypted:", "give the file with its secret key as --identity.");

const wrongIdentity = () =>
  new OperatorError(
    "unreadable_file",
    "No secret key in the file of --identity opens this backup:",
    "name the file that age-keygen wrote for one of its public keys; if it is that one, the backup is damaged.",
  );

const badFile = (path: string, problem: string) =>
  new OperatorError(
    "unreadable_file",
    `"${path}" is not a file of secret keys (${problem}):`,
    "name one that age-keygen wrote.",
  );

/** @param last - Is asked when no identity fits. */
const createDecrypter = async (identities: readonly string[], last: () => never) => {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  decrypter.addIdentity({ unwrapFileKey: last });
  return decrypter;
};

/**
 * Reads the secret keys in a file of age-keygen: one a line, with empty lines and comments.
 * @throws OperatorError if a line is something else. It has the number of the line, but never its text.
 */
export const readIdentities = async (path: string): Promise<string[]> => {
  const identities: string[] = [];
  for (const [index, line] of (await readTextFile(path, MAX_FILE_BYTES)).split("\n").entries()) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    await createDecrypter([text], () => {
      throw wrongIdentity();
    }).catch(() => Promise.reject(badFile(path, `line ${index + 1} has no secret key`)));
    identities.push(text);
  }
  if (identities.length === 0) throw badFile(path, "it has no secret key");
  return identities;
};

/** Reads a piece only when it is needed, because the pieces of a file in a bucket are large. */
const streamOf = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );

const decrypt = async function* (
  chunks: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  let isInHead = true;
  const read = async function* () {
    let bytes = 0;
    try {
      for await (const chunk of chunks) {
        if (isInHead && bytes > MAX_HEAD_BYTES) throw damaged("its head has no end");
        bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const decrypter = await createDecrypter(identities, () => {
    failure = wrongIdentity();
    throw failure;
  });
  try {
    const plain = await decrypter.decrypt(streamOf(read()));
    isInHead = false;
    yield* plain;
  } catch (error) {
    throw failure ?? damaged("a part of it cannot be decrypted", error);
  }
};

const readPlain = async function* (
  chunks: AsyncIterable<Uint8Array>,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  // One reading decides and continues, because a file is closed as soon as one of its readings is ended early.
  const reading = chunks[Symbol.asyncIterator]();
  try {
    const first = await reading.next();
    if (first.done === true) return;
    const all = async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => reading };
    };
    const isEncrypted = START.equals(first.value.subarray(0, START.length));
    if (isEncrypted && identities.length === 0) throw noIdentity();
    yield* isEncrypted ? decrypt(all(), identities) : all();
  } finally {
    await reading.return?.();
  }
};

/**
 * Returns a source of what is in an encrypted backup. It leaves any other backup as it is. Its readings throw an
 * OperatorError if the backup is encrypted and no identity opens it.
 */
export const decrypted = (source: BackupSource, identities: readonly string[]): BackupSource => ({
  ...source,
  read: (signal) => readPlain(source.read(signal), identities),
});

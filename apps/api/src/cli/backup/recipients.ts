import type { Write } from "./backup-place.js";

const START = "age1";
/** The letters and digits of Bech32 (BIP 173), in which age writes keys, and the 1 that separates its parts. */
const foreign = /[^0-9ac-hj-np-z]/;

const problemOf = (text: string): string => {
  if (!text.startsWith(START)) return `it must begin with ${START}`;
  const at = text.search(foreign);
  if (at !== -1) return `its character ${at + 1} cannot be in one`;
  return "a character differs or is missing, or its key needs a plugin";
};

const createEncrypter = async (recipients: readonly string[]) => {
  // Only an encrypted backup pays for loading the library.
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter;
};

/**
 * Finds the first text that is not a public key of age.
 * @returns its place and what is wrong, without the text, because it may be a secret key that was given by mistake
 */
export const findBadRecipient = async (texts: readonly string[]): Promise<string | undefined> => {
  for (const [index, text] of texts.entries()) {
    try {
      await createEncrypter([text]);
    } catch {
      return `number ${index + 1} is not a public key of age: ${problemOf(text)}`;
    }
  }
  return undefined;
};

/**
 * Encrypts in pieces of 64 KiB what `produce` writes, in the format of age (age-encryption.org/v1), so that the owner of
 * any of the keys can read it.
 * @throws the first error of `produce` or `write`, after both have ended
 */
export const encryptTo = async <Written>(
  recipients: readonly string[],
  write: Write,
  produce: (write: Write) => Promise<Written>,
): Promise<Written> => {
  const plain = new TransformStream<Uint8Array, Uint8Array>();
  const encrypted = await (await createEncrypter(recipients)).encrypt(plain.readable);
  const writer = plain.writable.getWriter();
  const produceAll = async () => {
    try {
      const written = await produce((chunk) => writer.write(chunk));
      await writer.close();
      return written;
    } catch (error) {
      await writer.abort(error);
      throw error;
    }
  };
  const [produced, sent] = await Promise.allSettled([produceAll(), encrypted.pipeTo(new WritableStream({ write }))]);
  if (sent.status === "rejected") throw sent.reason;
  if (produced.status === "rejected") throw produced.reason;
  return produced.value;
};

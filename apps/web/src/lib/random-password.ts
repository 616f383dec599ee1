// Without letters and digits that look alike. 32 of them: five bits of a random byte choose one without a bias.
const characters = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 5;

/** Four groups of five characters, as the service's own command line makes them: 100 bits. */
export const randomPassword = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(4 * GROUP_LENGTH));
  const text = Array.from(bytes, (byte) => characters.charAt(byte % characters.length)).join("");
  return (text.match(/.{5}/g) ?? []).join("-");
};

import { catalogue } from "./catalogue";

/** Sessions, passwords and keys that outlive them: of one's own account, and of others'. */
export const sessions = catalogue({
  device: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: "Unknown browser",
  thisBrowser: "This browser",
  signedIn: "Signed in",
  from: (address: string) => `from ${address}`,
  until: "Ends at the latest",
  end: "End",
  endOf: (device: string) => `End the session: ${device}`,
  ended: "The session has ended",
  none: "Not signed in anywhere",
  password: "Password",
  newPassword: "New password",
  passwordHelp: "12 to 128 characters, and not easy to guess.",
  show: "Show what is typed",
  keysRevoked: "These keys were revoked; programs that used them are refused now:",
  keysWorking: "These keys still work, for keys do not end with a password:",
  keyOf: (name: string, lastFour: string) => `${name} (…${lastFour})`,
});

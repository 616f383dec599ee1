import { plural } from "./numbers";

/** The second factor of one's own account: codes from an app, and recovery codes. */
export const secondFactor = {
  title: "Second factor",
  detail:
    "A code from an app on your phone, in addition to the password. Somebody who only learns your password cannot sign in.",
  on: "On",
  off: "Off",
  codesLeft: (count: number) => plural(count, "recovery code left", "recovery codes left"),
  noCodesLeft: "No recovery code left: get new ones now.",
  setUp: "Set up an app",
  setUpTitle: "Set up an authenticator app",
  scan: "Scan this with an authenticator app, such as the one of your password manager.",
  qrCode: "QR code for the authenticator app",
  secretLabel: "Or type this key into the app",
  code: "Code from the app",
  codeHelp: "6 digits, which change every 30 seconds.",
  wrongCode: "is wrong or already used: type the one that the app shows now",
  turnOn: "Turn on",
  turnedOn: "Your second factor is on",
  newCodes: "New recovery codes",
  newCodesTitle: "Make new recovery codes?",
  newCodesDetail: "The codes that you have stop working.",
  codesTitle: "Keep these recovery codes",
  codesLabel: "Recovery codes",
  codesDetail:
    "They are shown only once. If you lose your phone, each of them signs you in one time. Print them, or put them into your password manager.",
  codesFile: "pet-store-recovery-codes.txt",
  codesKept: "I have kept them: continue",
  turnOff: "Turn off",
  turnOffTitle: "Turn the second factor off?",
  turnOffDetail: "The app and the recovery codes stop working. From then on, the password alone signs you in.",
  isLast: "The store requires a second factor for your account. Set up another one first.",
  turnedOff: "Your second factor is off",
};

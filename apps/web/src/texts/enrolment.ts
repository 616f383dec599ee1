/** The page that an account sees until it has the second factor that the service requires. */
export const enrolment = {
  title: "Set up a second factor",
  detail: (name: string) =>
    `${name}, the store requires more than a password for accounts like yours. Choose what you would like to use; you can add the other later.`,
  app: "An app on your phone",
  appDetail: "It shows a code that you type in after your password.",
  passkey: "A passkey",
  passkeyDetail: "Your fingerprint, your face, the lock of this device or a security key, instead of the password.",
};

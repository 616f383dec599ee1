import { catalogue } from "./catalogue";

export const signIn = catalogue({
  title: "Sign in to Pet Store",
  email: "E-mail",
  password: "Password",
  showPassword: "Show password",
  submit: "Sign in",
  submitting: "Signing in…",
  help: "No account, or lost your password? Ask an owner of the store: they can set it on the Staff page.",
  wrong: "The e-mail or the password is wrong.",
  tooMany: (seconds: number) => `Too many attempts. Wait ${seconds} seconds, then try again.`,
  endedTitle: "Your session has ended",
  ended: (name: string) => `Sign in again, ${name}, to go on where you were. What you typed is still there.`,
  otherAccount: "Sign in as somebody else",
});

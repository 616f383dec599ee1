/** The page on which a person chooses the password of an account. */
export const invitation = {
  title: "Your invitation to Pet Store",
  welcome: (name: string) => `Welcome, ${name}`,
  detail: "Choose a password. From now on, you sign in with it and this e-mail address.",
  until: "The invitation works until",
  password: "Your password",
  submit: "Set the password and sign in",
  codeDetail: "Open the link that an owner of the store gave you, or type the code from it here.",
  code: "Code or link of the invitation",
  show: "Continue",
  invalid:
    "This invitation does not work: it was used, replaced by another, or is older than 72 hours. Ask an owner of the store for a new one.",
  otherCode: "Use another code",
  toSignIn: "Go to the sign-in page",
  otherSession: (name: string) => `${name} is signed in on this browser. That session ends when you continue.`,
};

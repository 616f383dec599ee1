/** Why a change of an account was refused. `/auth` answers these codes beside those of better-auth. */
export type AccountRefusalCode = "email_taken" | "no_such_account" | "last_owner";

/** A refusal of an operation on accounts: `/auth` answers it, and the command line prints its message. */
export class AccountRefusal extends Error {
  override name = "AccountRefusal";
  readonly code: AccountRefusalCode;

  constructor(code: AccountRefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const emailTaken = (email: string) =>
  new AccountRefusal("email_taken", `There is an account with the address ${email} already.`);

export const noSuchAccount = (email: string) =>
  new AccountRefusal("no_such_account", `There is no account with the address ${email}.`);

export const lastOwner = () =>
  new AccountRefusal("last_owner", "An owner who is not disabled must remain: make another account an owner first.");

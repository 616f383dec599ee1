import type { Caller } from "@petstore/contract/auth";
import { notSignedIn, roleMissing } from "../errors.js";
import type { SignedIn } from "./signed-in.js";

export const checkCaller = (caller: Exclude<Caller, "anybody">, signedIn: SignedIn | undefined): SignedIn => {
  if (signedIn === undefined) throw notSignedIn();
  if (caller === "owner" && signedIn.account.role !== "owner") throw roleMissing("owner");
  return signedIn;
};

import type { z } from "zod";
import * as inputs from "./auth-inputs.js";

/** A route below `/auth`. What its schema does not name is refused, and so is every path and method that is not listed. */
export type AuthRoute = {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Of the body, or of the query of a GET. */
  readonly input: z.ZodType;
  /** Who may: anybody, whoever is signed in, or an owner. */
  readonly by: "anybody" | "staff" | "owner";
  /**
   * How it is carried out: by better-auth alone; as a change of an account, in one transaction with its audit record; as a
   * query about sessions; or in a way of its own.
   */
  readonly as: "plain" | "change" | "sessions" | "sign-in" | "key";
};

const route = (
  line: `${AuthRoute["method"]} /${string}`,
  input: z.ZodType,
  by: AuthRoute["by"],
  as: AuthRoute["as"] = "plain",
): AuthRoute => {
  const [method, path] = line.split(" ") as [AuthRoute["method"], string];
  return { method, path, input, by, as };
};

/** All that is served below `/auth`. There is no sign-up, no impersonation and no removal: the audit trail names accounts. */
export const authRoutes: readonly AuthRoute[] = [
  route("POST /sign-in/email", inputs.SignIn, "anybody", "sign-in"),
  route("POST /sign-out", inputs.NoInput, "anybody"),
  route("GET /get-session", inputs.NoInput, "anybody"),

  route("GET /list-sessions", inputs.NoInput, "staff", "sessions"),
  route("POST /revoke-session", inputs.RevokeSession, "staff", "sessions"),
  route("POST /revoke-other-sessions", inputs.NoInput, "staff", "sessions"),
  route("POST /revoke-sessions", inputs.NoInput, "staff", "sessions"),
  route("POST /change-password", inputs.ChangePassword, "staff", "change"),
  route("POST /key", inputs.NoInput, "staff", "key"),

  route("POST /admin/create-user", inputs.CreateUser, "owner", "change"),
  route("GET /admin/list-users", inputs.ListUsers, "owner"),
  route("GET /admin/get-user", inputs.GetUser, "owner"),
  route("POST /admin/set-role", inputs.SetRole, "owner", "change"),
  route("POST /admin/ban-user", inputs.BanUser, "owner", "change"),
  route("POST /admin/unban-user", inputs.OfUser, "owner", "change"),
  route("POST /admin/set-user-password", inputs.SetUserPassword, "owner", "change"),
  route("POST /admin/list-user-sessions", inputs.OfUser, "owner", "sessions"),
  route("POST /admin/revoke-user-session", inputs.RevokeUserSession, "owner", "sessions"),
  route("POST /admin/revoke-user-sessions", inputs.OfUser, "owner", "sessions"),
];

import * as z from "zod";
import { Id } from "../../http/identifiers.js";
import { moment } from "../../http/moments.js";
import { Name } from "../../http/names.js";
import { personal } from "../../http/personal.js";
import { ownRule, rule } from "../../http/rules.js";
import { Email } from "./email.js";
import { RevokeApiKeys } from "./passwords.js";

/** The roles of accounts, from most to fewest permissions. */
export const roles = ["owner", "manager", "clerk"] as const;

/** See {@link roles}. */
export const Role = z.enum(roles, rule("must be owner, manager or clerk")).meta({
  id: "Role",
  description:
    "What an account may do: an `owner` manages accounts, API keys and the store; a `manager` API keys and the store; a `clerk` pets, categories and orders.",
});

/** The account in the examples of all routes. */
export const exampleUser = {
  id: 7,
  email: "jane@petstore.example",
  name: "Jane",
  role: "manager",
  banned: false,
  banReason: null,
  invited: false,
  secondFactor: true,
  createdAt: "2026-11-21T09:30:00.000Z",
  updatedAt: "2026-11-21T09:30:00.000Z",
} as const;

/** An account of a member of staff. */
export const User = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [7] }),
    email: personal(z.string(), "kept").meta({
      description: "The address to sign in with, in lower case.",
      examples: [exampleUser.email],
    }),
    name: personal(z.string(), "kept").meta({ description: "The person's name.", examples: [exampleUser.name] }),
    role: Role,
    banned: z
      .boolean()
      .meta({ description: "Whether the account is disabled: it cannot sign in, and its keys are refused." }),
    banReason: personal(z.string(), "kept")
      .nullable()
      .meta({ description: "Why it is banned; null if no reason was given.", examples: [null] }),
    invited: z
      .boolean()
      .meta({ description: "Whether the account has no password: its invitation is not accepted yet." }),
    secondFactor: z
      .boolean()
      .meta({ description: "Whether it has a second factor: an authenticator app or a passkey." }),
    createdAt: moment.meta({ description: "Creation time, in UTC.", examples: [exampleUser.createdAt] }),
    updatedAt: moment.meta({ description: "Time of the last change, in UTC.", examples: [exampleUser.updatedAt] }),
  })
  .meta({ id: "User", description: "An account of a member of staff, without its password." });
/** See the schema of the same name. */
export type User = z.infer<typeof User>;

const body = rule("must be a JSON object");

/** An account to be created: the body of `createUser`. */
export const NewUser = z
  .strictObject(
    {
      email: personal(Email, "kept").meta({
        description: "The address to sign in with.",
        examples: [exampleUser.email],
      }),
      name: personal(Name, "kept").meta({
        description: "The person's name: 1 to 200 characters.",
        examples: [exampleUser.name],
      }),
      role: Role.default("clerk"),
    },
    body,
  )
  .meta({ id: "NewUser", description: "An account to create." });

const userId = Id.meta({ description: "The id of the account.", examples: [7] });

/** The body of an operation that needs only the id of an account. */
export const UserReference = z
  .strictObject({ userId }, body)
  .meta({ id: "UserReference", description: "Names an account.", examples: [{ userId: 7 }] });

/** The new role of an account: the body of `setRole`. */
export const RoleChange = z
  .strictObject({ userId, role: Role }, body)
  .meta({ id: "RoleChange", description: "The new role of an account." });

/** The changed fields of an account: the body of `updateUser`. */
export const UserChange = z
  .strictObject(
    {
      userId,
      email: NewUser.shape.email.optional(),
      name: NewUser.shape.name.optional(),
    },
    body,
  )
  .refine(
    ({ email, name }) => email !== undefined || name !== undefined,
    ownRule("must have email or name", { rule: "change" }),
  )
  .meta({ id: "UserChange", description: "The fields of an account to correct.", minProperties: 2 });

/** The account to ban: the body of `banUser`. */
export const Ban = z
  .strictObject(
    {
      userId,
      banReason: personal(Name, "kept")
        .optional()
        .meta({ description: "The reason, for other owners to read.", examples: ["left the store"] }),
    },
    body,
  )
  .meta({ id: "Ban", description: "The account to ban." });

/** The account to invite: the body of `inviteUser`. */
export const NewInvitation = z
  .strictObject(
    {
      userId,
      revokeApiKeys: RevokeApiKeys.meta({
        description: "Whether to revoke the account's API keys. The default is `true`.",
      }),
      removeSecondFactor: z.boolean("must be true or false").optional().meta({
        description:
          "Whether to remove the account's second factor, for a lost phone: authenticator app, recovery codes and passkeys. The default is `false`.",
      }),
    },
    body,
  )
  .meta({ id: "NewInvitation", description: "The account to invite." });

import type { authContract } from "@petstore/contract/auth";
import type { contract } from "@petstore/contract/routes";

type Words = Readonly<Partial<Record<keyof typeof contract | keyof typeof authContract, string>>>;

const orders = "customers and their orders";
const staff = "staff and their sessions";
const trail = "the audit trail";

/**
 * What is personal in a backup, by the parts of the contract that have fields which `personal()` marks. A test fails if a
 * part is missing. Parts that show the same data have the same words.
 */
export const personalParts: Words = {
  customers: orders,
  orders,
  today: orders,
  suggestions: orders,
  signIn: staff,
  invitations: staff,
  sessions: staff,
  passkeys: staff,
  users: staff,
  presence: staff,
  apiKeys: staff,
  notes: "notes",
  views: "saved views",
  auditEvents: trail,
  events: trail,
  history: trail,
  actions: trail,
};

/** What is secret in a backup, by the parts of the contract that have fields which `secret()` marks. The same test checks it. */
export const secretParts: Words = {
  signIn: "password hashes",
  invitations: "hashes of invitations",
  twoFactor: "what AUTH_SECRET encrypts",
  webhooks: "the addresses of webhooks",
};

/** No request has these secrets, because the service makes them. */
const ownSecrets = ["hashes of API keys", "the store's own secrets"];

const listed = (words: readonly string[]): string => new Intl.ListFormat("en").format(new Set(words));

/** Says what in a backup is personal or secret. */
export const SENSITIVE = `A backup contains personal data (${listed(Object.values(personalParts))}) and secrets (${listed([...Object.values(secretParts), ...ownSecrets])}). Keep it as safe as the store, and delete it when the people in it may expect that.`;

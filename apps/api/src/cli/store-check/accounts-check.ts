import type { StoreCheck } from "./check.js";
import { findFaultyRows, findInTurn } from "./faulty-rows.js";

const kinds = [
  {
    place: "account",
    rule: "no owner is enabled",
    remedy: "UPDATE account SET role = 'owner', banned = false WHERE email = …, then `petstore accounts invite`",
    // A store has no owner before its first start.
    select: `SELECT 'account' AS example WHERE NOT EXISTS (SELECT FROM account WHERE role = 'owner' AND NOT banned)
      AND (EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM audit_event WHERE action = 'account.create'))`,
  },
  {
    place: "session",
    rule: "belongs to a disabled account",
    remedy: "delete the session, and find out who bypassed the trigger account_banned to write it",
    select: `SELECT 'session ' || session.id AS example FROM session JOIN account ON account.id = account_id WHERE banned`,
  },
];

export const accountsCheck: StoreCheck = {
  name: "accounts",
  verifies: "An owner is enabled; no disabled account is signed in.",
  run: (query, onProgress) => findInTurn(kinds, (kind) => findFaultyRows(query, kind), onProgress),
};

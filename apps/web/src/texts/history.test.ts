import { AuditAction, subjectKinds } from "@petstore/contract/schemas";
import { expect, it } from "vitest";
import { t } from ".";

it("has words for each action and each kind of subject", () => {
  const { verbs, actions, subjects } = t.history;
  const missing = AuditAction.options.filter((action) => verbs[action] === undefined || actions[action] === undefined);
  expect([...missing, ...subjectKinds.filter((kind) => subjects[kind] === undefined)]).toEqual([]);
});

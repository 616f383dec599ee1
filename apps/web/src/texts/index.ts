import { catalogue } from "./catalogue";
import type { AuditAction, subjectKinds } from "@petstore/contract/schemas";
import { account } from "./account";
import { attributes, attributeWords } from "./attributes";
import { categories, categoryWords } from "./categories";
import { common } from "./common";
import { enrolment } from "./enrolment";
import { history } from "./history";
import { invitation } from "./invitation";
import { keys } from "./keys";
import { notes, noteWords } from "./notes";
import { orders } from "./orders";
import { passkeys } from "./passkeys";
import { petDrawer } from "./pet-drawer";
import { pets } from "./pets";
import { photos } from "./photos";
import { print } from "./print";
import { reauthentication } from "./reauthentication";
import { secondFactor } from "./second-factor";
import { sessions } from "./sessions";
import { shell } from "./shell";
import { signIn } from "./sign-in";
import { staff } from "./staff";
import { today } from "./today";
import { undo } from "./undo";
import { usualWords } from "./usual-words";
import { webhooks } from "./webhooks";

const customerWords = usualWords("customer", "customer", "Customers");

/** The words for each action and each kind of subject. The compiler reports those that are missing. */
const words: {
  readonly verbs: Readonly<Record<AuditAction, string>>;
  readonly actions: Readonly<Record<AuditAction, string>>;
  readonly subjects: Readonly<Record<(typeof subjectKinds)[number], string>>;
} = {
  verbs: {
    ...history.verbs,
    ...categoryWords.verbs,
    ...attributeWords.verbs,
    ...noteWords.verbs,
    ...customerWords.verbs,
  },
  actions: {
    ...history.actions,
    ...categoryWords.actions,
    ...attributeWords.actions,
    ...noteWords.actions,
    ...customerWords.actions,
  },
  subjects: {
    ...history.subjects,
    ...categoryWords.subjects,
    ...attributeWords.subjects,
    ...noteWords.subjects,
    ...customerWords.subjects,
  },
};

/** All texts of the admin. Components contain no texts of their own. */
export const t = catalogue({
  common,
  shell,
  signIn,
  today,
  pets,
  petDrawer,
  notes,
  photos,
  print,
  orders,
  categories,
  history: { ...history, ...words },
  keys,
  staff,
  attributes,
  account,
  sessions,
  invitation,
  enrolment,
  reauthentication,
  secondFactor,
  passkeys,
  undo,
  webhooks,
});

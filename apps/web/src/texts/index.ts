import { catalogue } from "./catalogue";
import type { AuditAction, subjectKinds } from "@petstore/contract/schemas";
import { account } from "./account";
import { attributes } from "./attributes";
import { categories } from "./categories";
import { common } from "./common";
import { enrolment } from "./enrolment";
import { history } from "./history";
import { invitation } from "./invitation";
import { keys } from "./keys";
import { kinds, resources } from "./kinds";
import { notes } from "./notes";
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
import { wordsOf } from "./words-of";

/** The compiler asks for the words of each action and kind of subject. */
const words: {
  readonly verbs: Readonly<Record<AuditAction, string>>;
  readonly actions: Readonly<Record<AuditAction, string>>;
  readonly subjects: Readonly<Record<(typeof subjectKinds)[number], string>>;
} = wordsOf(kinds);

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
  resources,
});

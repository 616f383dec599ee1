import type { AllTexts } from "../translations";
import { account } from "./account";
import { actions } from "./actions";
import { attributes } from "./attributes";
import { categories } from "./categories";
import { common } from "./common";
import { customers } from "./customers";
import { enrolment } from "./enrolment";
import { history } from "./history";
import { importing } from "./importing";
import { invitation } from "./invitation";
import { keys } from "./keys";
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
import { webhooks } from "./webhooks";

export const texts: AllTexts = {
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
  history,
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
  actions,
  customers,
  importing,
};

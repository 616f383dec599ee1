import { account } from "./account";
import { categories } from "./categories";
import { common } from "./common";
import { enrolment } from "./enrolment";
import { history } from "./history";
import { importing } from "./importing";
import { invitation } from "./invitation";
import { keys } from "./keys";
import { orders } from "./orders";
import { passkeys } from "./passkeys";
import { petDrawer } from "./pet-drawer";
import { pets } from "./pets";
import { reauthentication } from "./reauthentication";
import { secondFactor } from "./second-factor";
import { sessions } from "./sessions";
import { shell } from "./shell";
import { signIn } from "./sign-in";
import { staff } from "./staff";
import { today } from "./today";
import { undo } from "./undo";

/** Every text of the admin: no component holds one of its own. */
export const t = {
  common,
  shell,
  signIn,
  today,
  pets,
  petDrawer,
  importing,
  orders,
  categories,
  history,
  keys,
  staff,
  account,
  sessions,
  invitation,
  enrolment,
  reauthentication,
  secondFactor,
  passkeys,
  undo,
};

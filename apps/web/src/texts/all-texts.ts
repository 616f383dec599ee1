import type { t } from ".";
import type { actions } from "./actions";
import type { customerPage } from "./customer-page";
import type { customers } from "./customers";
import type { failures } from "./failures";
import type { filtering } from "./filtering";
import type { finding } from "./finding";
import type { firstDay } from "./first-day";
import type { importing } from "./importing";
import type { kinds } from "./kinds";
import type { listColumns } from "./list-columns";
import type { report } from "./report";
import type { rowProblems } from "./row-problems";
import type { rules } from "./rules";
import type { sale } from "./sale";
import type { savedViews } from "./saved-views";
import type { storePage } from "./store-page";
import type { usualPage } from "./usual-page";
import type { webhooks } from "./webhooks";

export type Kinds = typeof kinds;

/** All texts of the admin, which each translation must have. */
export type AllTexts = typeof t & {
  readonly actions: typeof actions;
  readonly customerPage: typeof customerPage;
  readonly customers: typeof customers;
  readonly failures: typeof failures;
  readonly filtering: typeof filtering;
  readonly finding: typeof finding;
  readonly firstDay: typeof firstDay;
  readonly importing: typeof importing;
  readonly listColumns: typeof listColumns;
  readonly report: typeof report;
  readonly rowProblems: typeof rowProblems;
  readonly rules: typeof rules;
  readonly sale: typeof sale;
  readonly savedViews: typeof savedViews;
  readonly storePage: typeof storePage;
  readonly usualPage: typeof usualPage;
  readonly webhooks: typeof webhooks;
};

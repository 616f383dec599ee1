import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { buttonClass } from "../../components/button";
import { Page } from "../../components/page";
import { useHasRole } from "../../lib/roles";
import { t } from "../../texts";
import { ActivityPanel } from "./activity-panel";
import { KeysPanel, UnnamedPanel } from "./care-panels";
import { ChangesPanel } from "./changes-panel";
import { OrdersPanel } from "./orders-panel";
import { StockPanel } from "./stock-panel";

/** What staff open in the morning: first what needs them, then how the store stands. */
export const TodayPage = () => {
  const isManager = useHasRole("manager");
  return (
    <Page
      title={t.today.title}
      actions={
        <Link to="/animals" search={{ new: true }} className={buttonClass("primary")}>
          <Plus aria-hidden size={16} />
          {t.today.addAnimal}
        </Link>
      }
    >
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <OrdersPanel className="lg:col-span-2" />
        <div className="flex min-w-0 flex-col gap-4">
          <UnnamedPanel />
          {isManager && <KeysPanel />}
        </div>
        <StockPanel className="lg:col-span-1" />
        <ActivityPanel className="lg:col-span-2" />
        <ChangesPanel className="lg:col-span-3" />
      </div>
    </Page>
  );
};

import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, memo, Suspense } from "react";
import { Button, buttonClass } from "../../components/button";
import { Page } from "../../components/page";
import { LoadError } from "../../components/states";
import { newOrder } from "../../lib/orders/new-order";
import { firstDayHidden } from "../../lib/page/preferences";
import { useStore } from "../../lib/page/store";
import { useHasRole } from "../../lib/session/roles";
import { t } from "../../texts";
import { ActivityPanel } from "./activity-panel";
import { AddedPanel } from "./added-panel";
import { ChangesPanel } from "./changes-panel";
import { Counts } from "./counts";
import { useToday } from "./queries";
import { StockPanel } from "./stock-panel";
import { todoOf } from "./todo";
import { TodoPanel } from "./todo-panel";

const FirstDay = lazy(() => import("./first-day/first-day-panel"));

// Each panel is rendered again only when its own part changes.
const Numbers = memo(Counts);
const Added = memo(AddedPanel);
const Activity = memo(ActivityPanel);
const Stock = memo(StockPanel);
const Changes = memo(ChangesPanel);

/** The page that staff open in the morning: the state of the store, and what needs attention. */
export const TodayPage = () => {
  const query = useToday(todoOf);
  const { data: todo, error } = query;
  const isManager = useHasRole("manager");
  const isFirstDayHidden = useStore(firstDayHidden);
  const isLoading = todo === undefined;
  const hasTodo = todo === undefined || !todo.isEmpty || todo.isEmptyStore;
  return (
    <Page
      title={t.today.title}
      actions={
        <>
          <Button onClick={() => newOrder.set({})}>{t.orders.create.action}</Button>
          <Link to="/animals" search={{ new: true }} className={buttonClass("primary")}>
            <Plus aria-hidden size={16} />
            {t.today.addAnimal}
          </Link>
        </>
      }
    >
      <LoadError query={query} />
      {isManager && !isFirstDayHidden && (
        <Suspense>
          <FirstDay petCount={todo?.petCount} />
        </Suspense>
      )}
      {(todo !== undefined || error === null) && (
        <>
          <Numbers />
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-3">
            {hasTodo && <TodoPanel todo={todo} className="xl:col-span-2" />}
            {/* What would move when the rows above it arrive shows together with them. */}
            <Added
              key={isLoading ? "loading" : "loaded"}
              isWide={!hasTodo}
              className={isLoading ? "self-start max-xl:hidden" : hasTodo ? "self-start" : "xl:col-span-3"}
            />
            {!isLoading && (
              <>
                <Activity className="xl:col-span-2" />
                <Stock />
                <Changes className="xl:col-span-3" />
              </>
            )}
          </div>
        </>
      )}
    </Page>
  );
};

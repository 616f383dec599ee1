import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button } from "../../components/button";
import { Page } from "../../components/page";
import { PinnedViews } from "../../components/views/pinned-views";
import { ViewsMenu } from "../../components/views/views-menu";
import { useMediaQuery } from "../../lib/page/media-query";
import { useShortcut } from "../../lib/page/shortcuts";
import { t } from "../../texts";
import { OrderDrawer } from "./order-drawer";
import { OrderSteps } from "./order-steps";
import { OrdersBoard } from "./orders-board";
import { OrdersList } from "./orders-list";
import { OrdersToolbar } from "./orders-toolbar";
import { useStore } from "../../lib/page/store";
import { isList, orderViews, ordersView } from "./search";

const NewOrderDialog = lazy(() => import("./new-order-dialog"));

export const OrdersPage = () => {
  const search = useSearch({ from: "/orders" });
  const navigate = useNavigate();
  const isWide = useMediaQuery("(min-width: 80rem)");
  const setNew = (isOpen: boolean) =>
    void navigate({ to: "/orders", search: { ...search, new: isOpen || undefined }, resetScroll: false });
  const isListed = isList(search, useStore(ordersView));
  const closeOrder = () => void navigate({ to: "/orders", search: { ...search, open: undefined }, resetScroll: false });
  useShortcut("n", t.orders.create.action, () => setNew(true));
  if (search.customer !== undefined) return <Navigate to="/customers" search={{ open: search.customer }} replace />;
  const newOrder = (
    <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setNew(true)}>
      {t.orders.create.action}
    </Button>
  );
  const views = orderViews(search, (next) => void navigate({ to: "/orders", search: next }));
  const actions = (
    <>
      {isListed && <ViewsMenu list={views} />}
      {newOrder}
    </>
  );
  return (
    <Page title={t.orders.title} actions={actions}>
      <PinnedViews list={views} />
      <OrdersToolbar search={search} />
      <OrderSteps>
        {isListed ? (
          <OrdersList search={search} isWide={isWide} newOrder={newOrder} />
        ) : (
          <OrdersBoard newOrder={newOrder} />
        )}
        {search.open !== undefined && <OrderDrawer id={search.open} onClose={closeOrder} />}
      </OrderSteps>
      {search.new === true && (
        <Suspense>
          <NewOrderDialog petId={search.petId} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </Page>
  );
};

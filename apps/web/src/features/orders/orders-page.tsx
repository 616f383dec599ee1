import { Page } from "../../components/page";
import { t } from "../../texts";

export const OrdersPage = () => <Page title={t.orders.title}>{null}</Page>;

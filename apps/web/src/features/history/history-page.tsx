import { Page } from "../../components/page";
import { t } from "../../texts";

export const HistoryPage = () => <Page title={t.history.title}>{null}</Page>;

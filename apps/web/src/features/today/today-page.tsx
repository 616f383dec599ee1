import { Page } from "../../components/page";
import { t } from "../../texts";

export const TodayPage = () => <Page title={t.today.title}>{null}</Page>;

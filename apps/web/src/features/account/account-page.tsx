import { Page } from "../../components/page";
import { t } from "../../texts";

export const AccountPage = () => <Page title={t.account.title}>{null}</Page>;

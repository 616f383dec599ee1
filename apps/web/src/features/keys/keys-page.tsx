import { Page } from "../../components/page";
import { t } from "../../texts";

export const KeysPage = () => <Page title={t.keys.title}>{null}</Page>;

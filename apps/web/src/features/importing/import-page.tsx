import { Page } from "../../components/page";
import { t } from "../../texts";

export const ImportPage = () => <Page title={t.importing.title}>{null}</Page>;

import { Page } from "../../components/page";
import { t } from "../../texts";

export const StaffPage = () => <Page title={t.staff.title}>{null}</Page>;

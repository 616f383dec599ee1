import { Page } from "../../components/page";
import { t } from "../../texts";

export const CategoriesPage = () => <Page title={t.categories.title}>{null}</Page>;

import { Page } from "../../components/page";
import { t } from "../../texts";

export const PetsPage = () => <Page title={t.pets.title}>{null}</Page>;

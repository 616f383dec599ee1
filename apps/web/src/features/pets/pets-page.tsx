import { Plus } from "lucide-react";
import { Button } from "../../components/button";
import { Page } from "../../components/page";
import { ViewsMenu } from "../../components/views/views-menu";
import { t } from "../../texts";
import { ExportMenu } from "./list/export-menu";
import { PetList } from "./list/pet-list";
import { orderOf, petViews } from "./search";
import { usePetSearch } from "./use-pet-search";

export const PetsPage = () => {
  const [search, actions] = usePetSearch();
  return (
    <Page
      title={t.pets.title}
      actions={
        <>
          <ViewsMenu list={petViews(search, actions.show)} />
          <ExportMenu order={orderOf(search)} />
          <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={actions.openNew}>
            <span className="max-sm:hidden">{t.pets.add}</span>
            <span className="sm:hidden">{t.common.add}</span>
          </Button>
        </>
      }
    >
      <PetList search={search} actions={actions} />
    </Page>
  );
};

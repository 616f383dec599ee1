import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../../components/button";
import { attributesQuery } from "../../lib/pets/attributes";
import { saveFile } from "../../lib/service/download";
import { importing } from "../../texts/importing";
import { writeTemplate } from "./template";

const texts = importing;

/** Saves a template file to fill in. It waits until the store's fields are known. */
export const Template = () => {
  const { data } = useQuery(attributesQuery);
  const save = () =>
    saveFile(new Blob([writeTemplate(data ?? [])], { type: "text/csv;charset=utf-8" }), texts.templateName);
  return (
    <Button icon={<Download aria-hidden size={16} />} disabled={data === undefined} onClick={save}>
      {texts.template}
    </Button>
  );
};

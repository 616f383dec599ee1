import { Download } from "lucide-react";
import { Button } from "../../components/button";
import { saveFile } from "../../lib/service/download";
import { importing } from "../../texts/importing";
import type { Settings } from "./mapping";

const texts = importing.savedMapping;

/** Returns the part of an import request that files with the same columns share. */
export const mappingFileOf = ({ source: _, update: __, ...mapping }: Settings): string =>
  `${JSON.stringify(mapping, undefined, 2)}\n`;

/** Saves what a person chose as a file for the command line. */
export const SaveMapping = ({ settings, name }: { readonly settings: Settings; readonly name: string }) => (
  <Button
    icon={<Download aria-hidden size={16} />}
    title={texts.help}
    onClick={() =>
      saveFile(
        new Blob([mappingFileOf(settings)], { type: "application/json" }),
        texts.file(name.replace(/\.\w+$/, "")),
      )
    }
  >
    {texts.save}
  </Button>
);

import { MAX_PHOTOS } from "@petstore/contract/schemas";
import { useCallback } from "react";
import { classNames } from "../../../components/class-names";
import { useStore } from "../../../lib/page/store";
import { t } from "../../../texts";
import { AddPhotos } from "./add-photos";
import { UploadList } from "./upload-list";
import { addPhotos, type UploadPet, uploads, uploadsOf } from "./uploads";
import { useAddedFiles } from "./use-added-files";

/** The photos of an animal that is being added. They are sent once the animal has a number. */
export const NewPetPhotos = ({ of }: { readonly of: UploadPet }) => {
  const count = uploadsOf(of, useStore(uploads)).length;
  const onFiles = useCallback((files: readonly File[]) => void addPhotos(of, files), [of]);
  const { isOver, box } = useAddedFiles(onFiles);
  return (
    <section
      {...box}
      tabIndex={-1}
      aria-label={t.photos.title}
      className={classNames(
        "flex flex-col gap-2 rounded-xl outline-none",
        count === 0 && "border-2 border-dashed border-control-line",
        isOver && "bg-accent-soft ring-2 ring-accent",
      )}
    >
      <UploadList petId={of} />
      {count < MAX_PHOTOS && <AddPhotos onFiles={onFiles} isEmpty={count === 0} />}
    </section>
  );
};

import { MAX_PHOTOS } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { classNames } from "../../../components/class-names";
import { LoadError, Skeleton } from "../../../components/states";
import { t } from "../../../texts";
import { AddPhotos } from "./add-photos";
import { Gallery } from "./gallery";
import { photosQuery } from "./queries";
import { UploadList } from "./upload-list";
import { addPhotos } from "./uploads";
import { useAddedFiles } from "./use-added-files";

const texts = t.photos;

/** The photos of an animal, which come first in its file. */
export const PetPhotos = ({ petId }: { readonly petId: number }) => {
  const query = useQuery(photosQuery(petId));
  const section = useRef<HTMLElement>(null);
  const onFiles = useCallback((files: readonly File[]) => void addPhotos(petId, files), [petId]);
  const { isOver, box } = useAddedFiles(onFiles);
  const photos = query.data ?? [];
  const isEmpty = query.data !== undefined && photos.length === 0;
  return (
    <section
      {...box}
      ref={section}
      tabIndex={-1}
      aria-label={texts.title}
      className={classNames(
        "flex flex-col gap-2 rounded-xl outline-none",
        isEmpty && "border-2 border-dashed border-control-line",
        isOver && "bg-accent-soft ring-2 ring-accent",
      )}
    >
      <LoadError query={query} isInline />
      {query.data === undefined && query.error === null && <Skeleton className="aspect-3/2 w-full rounded-xl" />}
      {photos.length > 0 && <Gallery photos={photos} onEmpty={() => section.current?.focus()} />}
      {query.data !== undefined && photos.length < MAX_PHOTOS && <AddPhotos onFiles={onFiles} isEmpty={isEmpty} />}
      <UploadList petId={petId} />
    </section>
  );
};

import { photoTypes } from "@petstore/contract/schemas";
import { Camera, ImagePlus } from "lucide-react";
import { classNames } from "../../../components/class-names";
import { FileButton } from "../../../components/file-button";
import { t } from "../../../texts";

const texts = t.photos;
const accept = photoTypes.join(",");

type AddPhotosProps = { readonly onFiles: (files: readonly File[]) => void; readonly isEmpty: boolean };

/** Takes photos with the camera of a phone, or chooses files. The camera comes first on a touch screen. */
export const AddPhotos = ({ onFiles, isEmpty }: AddPhotosProps) => (
  <div
    className={classNames(
      "flex flex-wrap items-center gap-2 print:hidden",
      isEmpty && "justify-center px-4 py-6 text-center",
    )}
  >
    <FileButton accept={accept} isCamera onChoose={onFiles} className="pointer-fine:hidden">
      <Camera aria-hidden size={16} />
      {texts.take}
    </FileButton>
    <FileButton accept={accept} isMultiple onChoose={onFiles}>
      <ImagePlus aria-hidden size={16} />
      {texts.add}
    </FileButton>
    <p className={classNames("text-sm text-muted", isEmpty && "basis-full")}>
      <span className="pointer-coarse:hidden">{texts.drop} </span>
      {isEmpty && texts.limits}
    </p>
  </div>
);

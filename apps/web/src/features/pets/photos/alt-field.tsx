import type { Photo } from "@petstore/contract/client";
import { TextField } from "../../../components/field";
import { t } from "../../../texts";
import { usePhotoField } from "./use-photo-change";

const texts = t.photos;

const toAlt = (typed: string) => typed.trim() || null;

/** Edits the alternative text of a photo, for people who do not see it. */
export const AltField = ({ photo }: { readonly photo: Photo }) => {
  const { typed, change, save } = usePhotoField(photo, "alt", toAlt);
  return (
    <form
      className="print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        name="alt"
        label={texts.alt}
        help={photo.alt === null ? `${texts.altMissing} ${texts.altHelp}` : texts.altHelp}
        value={typed ?? photo.alt ?? ""}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => change(target.value)}
        onBlur={() => save()}
      />
    </form>
  );
};

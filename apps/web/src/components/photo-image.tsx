import type { Photo } from "@petstore/contract/client";
import { PawPrint } from "lucide-react";
import { useIsNear } from "../lib/page/use-is-near";
import { classNames } from "./class-names";

type PhotoImageProps = {
  readonly photo: Photo;
  /** The alternative text; empty if the name of the animal is next to the photo. */
  readonly alt: string;
  /** The width at which the photo is shown, in the form of the attribute `sizes` of `img`. */
  readonly sizes: string;
  /** The class that sets the size. The photo covers this area around its focal point. */
  readonly className: string;
  /** True to load the file only when the photo is near the visible part of the page. */
  readonly isLazy?: boolean;
  /** The image calls this function if the file could not be loaded. */
  readonly onError?: () => void;
};

/** A photo that is turned and cropped around its focal point, with a blurred placeholder until the file has loaded. */
export const PhotoImage = ({ photo, alt, sizes, className, isLazy = false, onError }: PhotoImageProps) => {
  const { rotation, focalPoint, placeholder } = photo;
  const isOnItsSide = rotation % 180 !== 0;
  const point = `${(focalPoint?.x ?? 0.5) * 100}% ${(focalPoint?.y ?? 0.5) * 100}%`;
  const [isNear, box] = useIsNear();
  const image = {
    className: "absolute top-1/2 left-1/2 max-w-none -translate-1/2 bg-cover object-cover",
    style: {
      width: isOnItsSide ? "100cqh" : "100cqw",
      height: isOnItsSide ? "100cqw" : "100cqh",
      rotate: `${rotation}deg`,
      objectPosition: point,
      backgroundImage: `url("${placeholder}")`,
      backgroundPosition: point,
    },
  };
  return (
    <span
      ref={isLazy ? box : undefined}
      className={classNames("relative block shrink-0 overflow-hidden bg-sunken [container-type:size]", className)}
    >
      {isLazy && !isNear ? (
        <span {...image} />
      ) : (
        <img
          // Without the key, the placeholder of another photo could stay behind this one.
          key={photo.id}
          src={photo.sizes[0]?.url}
          srcSet={photo.sizes.map(({ url, width }) => `${url} ${width}w`).join(", ")}
          sizes={sizes}
          alt={alt}
          draggable={false}
          decoding="async"
          onError={onError}
          // Without this, the placeholder would be visible through transparent parts.
          onLoad={({ currentTarget }) => currentTarget.style.removeProperty("background-image")}
          {...image}
        />
      )}
    </span>
  );
};

type PetFaceProps = { readonly photo: Photo | undefined; readonly isLarge?: boolean };

/** Shows the first photo of an animal, next to its name. */
export const PetFace = ({ photo, isLarge = false }: PetFaceProps) => {
  const box = isLarge ? "size-12 rounded-lg" : "size-8 rounded-md";
  if (photo !== undefined) {
    return <PhotoImage photo={photo} alt="" sizes={isLarge ? "3rem" : "2rem"} className={box} isLazy />;
  }
  return (
    <span aria-hidden className={classNames("flex shrink-0 items-center justify-center bg-sunken text-muted", box)}>
      <PawPrint size={isLarge ? 20 : 16} />
    </span>
  );
};

import { useId, useState } from "react";
import { Button } from "../../components/button";
import { FileButton } from "../../components/file-button";
import { logoOf } from "../../lib/store/logo";
import { storePage as texts } from "../../texts/store-page";

type LogoFieldProps = {
  readonly logo: string | null;
  readonly onChange: (logo: string | null) => void;
  readonly isDisabled: boolean;
};

/** A field for the logo of the store. The browser makes a small picture of the chosen file. */
export const LogoField = ({ logo, onChange, isDisabled }: LogoFieldProps) => {
  const [isWrong, setIsWrong] = useState(false);
  const labelId = useId();
  const choose = async ([file]: readonly File[]) => {
    const made = file && (await logoOf(file));
    setIsWrong(made === undefined);
    if (made !== undefined) onChange(made);
  };
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-1">
      <span id={labelId} className="text-sm font-medium">
        {texts.logo}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {logo !== null && (
          <span className="flex size-24 items-center justify-center rounded-md border border-line bg-[#fff] p-1">
            <img src={logo} alt={texts.logo} className="max-h-full max-w-full object-contain" />
          </span>
        )}
        {!isDisabled && (
          <span className="flex flex-wrap gap-2">
            <FileButton accept="image/*" onChoose={(files) => void choose(files)}>
              {logo === null ? texts.chooseLogo : texts.changeLogo}
            </FileButton>
            {logo !== null && (
              <Button
                onClick={() => {
                  setIsWrong(false);
                  onChange(null);
                }}
              >
                {texts.removeLogo}
              </Button>
            )}
          </span>
        )}
      </div>
      {isWrong && (
        <p role="alert" className="text-sm text-danger">
          {texts.noPicture}
        </p>
      )}
      <p className="text-sm text-muted">{texts.logoHelp}</p>
    </div>
  );
};

import { t } from "../../texts";
import { unclearSign } from "../text/typed-number";

const texts = t.attributes.input;

/** Says how a number is read that could be read in two ways, such as 1,250; undefined if there is only one way. */
export const howRead = (text: string): string | undefined => {
  const found = unclearSign(text);
  if (found === undefined) return undefined;
  const [whole = "", rest = ""] = text.trim().split(found.sign);
  return found.isDecimal ? texts.readAsDecimal(found.sign) : texts.readAsGroups(`${whole}${rest}`, found.sign);
};

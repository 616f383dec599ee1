import { catalogue } from "./catalogue";
import { usualWords } from "./usual-words";

export const attributes = catalogue({ words: usualWords("attribute", "field", "Fields") });

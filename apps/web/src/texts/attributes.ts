import { catalogue } from "./catalogue";
import { usualWords } from "./usual-words";

const usual = usualWords("attribute", "field", "Fields");

export const attributes = catalogue({
  words: {
    ...usual,
    verbs: { ...usual.verbs, "attribute.restore": "brought back the field" },
    actions: { ...usual.actions, "attribute.restore": "Field brought back" },
  },
});

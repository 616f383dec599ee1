import { common } from "../common";
import { common as usual } from "./common";

const adjectives = new Set(Object.values(usual.status));

/** A status within a sentence. The store's own word may be a noun, "In Obhut": it stays as the store wrote it. */
export const inSentence = (status: string): string => (adjectives.has(status) ? status.toLowerCase() : status);

/** The word for a status within a sentence: the store's own, if it has one. */
export const statusWord = (status: keyof typeof common.status): string => inSentence(common.status[status]);

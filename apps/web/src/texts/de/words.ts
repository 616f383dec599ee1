import { common } from "../common";
import { common as usual } from "./common";

const adjectives = new Set(Object.values(usual.status));

/**
 * Returns a status as it is written within a sentence. The store's own word may be a noun, such as "In Obhut", so it
 * stays as the store wrote it.
 */
export const inSentence = (status: string): string => (adjectives.has(status) ? status.toLowerCase() : status);

/** Returns the word for a status within a sentence. If the store has a word of its own, it returns that. */
export const statusWord = (status: keyof typeof common.status): string => inSentence(common.status[status]);

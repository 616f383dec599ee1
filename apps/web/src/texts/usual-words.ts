type Verb = "create" | "update" | "delete";

const byAction = <Kind extends string>(kind: Kind, words: Readonly<Record<Verb, string>>) =>
  Object.fromEntries(Object.entries(words).map(([verb, word]) => [`${kind}.${verb}`, word])) as Readonly<
    Record<`${Kind}.${Verb}`, string>
  >;

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns what the history says about a resource that has only the usual changes.
 * @param one - For example `kennel`.
 * @param many - For example `Kennels`.
 */
export const usualWords = <Kind extends string>(kind: Kind, one: string, many: string) => ({
  verbs: byAction(kind, { create: `added the ${one}`, update: `changed the ${one}`, delete: `deleted the ${one}` }),
  actions: byAction(kind, {
    create: `${capitalised(one)} added`,
    update: `${capitalised(one)} changed`,
    delete: `${capitalised(one)} deleted`,
  }),
  subjects: { [kind]: many } as Readonly<Record<Kind, string>>,
});

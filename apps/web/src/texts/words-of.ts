type KindWords = {
  /** The name that a filter has for all subjects of the kind. */
  readonly many: string;
  readonly verbs: Readonly<Record<string, string>>;
  readonly actions: Readonly<Record<string, string>>;
};

type ActionOf<Given extends Readonly<Record<string, KindWords>>> = {
  [Kind in keyof Given & string]: `${Kind}.${keyof Given[Kind]["verbs"] & keyof Given[Kind]["actions"] & string}`;
}[keyof Given & string];

/** The words of the history for each action and each kind of subject: `verbs["pet.create"]`, `subjects.pet`. */
export const wordsOf = <Given extends Readonly<Record<string, KindWords>>>(kinds: Given) => {
  const byAction = (part: "verbs" | "actions") =>
    Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, words]) =>
        Object.entries(words[part]).map(([verb, word]) => [`${kind}.${verb}`, word]),
      ),
    ) as Readonly<Record<ActionOf<Given>, string>>;
  const subjects = Object.fromEntries(Object.entries(kinds).map(([kind, { many }]) => [kind, many]));
  return {
    verbs: byAction("verbs"),
    actions: byAction("actions"),
    subjects: subjects as Readonly<Record<keyof Given & string, string>>,
  };
};

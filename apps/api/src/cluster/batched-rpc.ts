/** Asks another process, and is answered in the order of the questions. */
export type BatchedRpc<Question, Reply> = {
  /** Rejects when no reply has come in time. */
  readonly ask: (question: Question) => Promise<Reply>;
  /** Takes the replies to one message. */
  readonly receive: (id: number, replyAt: (at: number) => Reply | undefined) => void;
  /** Whether the last question was answered in time, or a late answer has come since. */
  readonly isAnswered: () => boolean;
};

type Asked<Question, Reply> = {
  readonly question: Question;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
};

/**
 * All that is asked in one turn of the event loop goes as one message: under load, where messages between processes cost
 * most, there are the fewest of them for each question.
 */
export const createBatchedRpc = <Question, Reply>(
  send: (id: number, questions: readonly Question[]) => void,
  timeoutMs: number,
): BatchedRpc<Question, Reply> => {
  type Batch = Asked<Question, Reply>[];
  const open = new Map<number, { readonly batch: Batch; readonly timer: NodeJS.Timeout }>();
  let gathering: Batch = [];
  let lastId = 0;
  let isAnswered = true;

  const giveUp = (id: number) => {
    const late = open.get(id);
    if (late === undefined) return;
    open.delete(id);
    isAnswered = false;
    for (const { reject } of late.batch) reject(new Error("The primary process does not answer."));
  };
  const dispatch = () => {
    const batch = gathering;
    gathering = [];
    const id = (lastId += 1);
    // A process that stood still finds the time over before it has read what came: so that is read first.
    const timer = setTimeout(() => setImmediate(giveUp, id), timeoutMs);
    open.set(id, { batch, timer });
    send(
      id,
      batch.map(({ question }) => question),
    );
  };
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (gathering.length === 0) setImmediate(dispatch);
        gathering.push({ question, resolve, reject });
      }),
    receive: (id, replyAt) => {
      isAnswered = true;
      const answered = open.get(id);
      if (answered === undefined) return;
      open.delete(id);
      clearTimeout(answered.timer);
      answered.batch.forEach(({ resolve, reject }, at) => {
        const reply = replyAt(at);
        if (reply === undefined) reject(new TypeError("The primary process left a question out."));
        else resolve(reply);
      });
    },
    isAnswered: () => isAnswered,
  };
};

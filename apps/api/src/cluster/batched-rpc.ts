export type BatchedRpc<Call, Reply> = {
  readonly ask: (call: Call) => Promise<Reply>;
  readonly receive: (id: number, replyAt: (at: number) => Reply | undefined) => void;
  /** False from a timeout until the next reply. */
  readonly isAnswered: () => boolean;
};

type Pending<Call, Reply> = {
  readonly call: Call;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
};

/**
 * Sends all calls of an event-loop turn as one message, because messages between processes are the largest cost under
 * load.
 */
export const createBatchedRpc = <Call, Reply>(
  send: (id: number, calls: readonly Call[]) => void,
  timeoutMs: number,
): BatchedRpc<Call, Reply> => {
  type Batch = Pending<Call, Reply>[];
  const inFlight = new Map<number, { readonly batch: Batch; readonly timer: NodeJS.Timeout }>();
  let gathering: Batch = [];
  let lastId = 0;
  let isAnswered = true;

  const giveUp = (id: number) => {
    const late = inFlight.get(id);
    if (late === undefined) return;
    inFlight.delete(id);
    isAnswered = false;
    for (const { reject } of late.batch) reject(new Error("The primary process does not answer."));
  };
  const dispatch = () => {
    const batch = gathering;
    gathering = [];
    const id = (lastId += 1);
    // After a pause of this process, the timer fires before the replies are read. So the process waits one more turn
    // for the replies.
    const timer = setTimeout(() => setImmediate(giveUp, id), timeoutMs);
    inFlight.set(id, { batch, timer });
    send(
      id,
      batch.map(({ call }) => call),
    );
  };
  return {
    ask: (call) =>
      new Promise((resolve, reject) => {
        if (gathering.length === 0) setImmediate(dispatch);
        gathering.push({ call, resolve, reject });
      }),
    receive: (id, replyAt) => {
      isAnswered = true;
      const answered = inFlight.get(id);
      if (answered === undefined) return;
      inFlight.delete(id);
      clearTimeout(answered.timer);
      answered.batch.forEach(({ resolve, reject }, at) => {
        const reply = replyAt(at);
        if (reply === undefined) reject(new TypeError("The primary process did not reply to every call."));
        else resolve(reply);
      });
    },
    isAnswered: () => isAnswered,
  };
};

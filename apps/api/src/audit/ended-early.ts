/**
 * Whether the steps of an undo, `job`, have ended although it has not reached all changes of its action. Such an undo counts
 * as stopped: it goes on when it is asked for again.
 */
export const endedEarly = `(job.status = 'done' AND job.done + job."left" < job.total)`;

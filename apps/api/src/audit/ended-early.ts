/**
 * Tells whether the undo `job` has ended without reaching all changes of its action. Such an undo counts as stopped,
 * and continues if it is requested again.
 */
export const endedEarly = `(job.status = 'done' AND job.done + job."left" < job.total)`;

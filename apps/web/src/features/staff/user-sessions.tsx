import type { User } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/button";
import { QuestionDialog } from "../../components/question-dialog";
import { SessionList } from "../../components/session-list";
import { LoadError, SkeletonRows } from "../../components/states";
import { askAuth } from "../../lib/service/api";
import { notifyFailure } from "../../lib/page/notices";
import { announce } from "../../lib/history/undo";
import { useQuestion } from "../../lib/session/use-question";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { userSessionsQuery } from "./queries";

/** Lists the sessions of another person. */
export const UserSessions = ({ user }: { readonly user: User }) => {
  const query = useQuery(userSessionsQuery(user.id));
  const { data, error } = query;
  const end = useWrite({
    send: (sessionId: number) =>
      askAuth((auth, options) => auth.sessions.revokeUserSession({ body: { sessionId }, ...options })),
    onSuccess: () => announce({ title: t.sessions.ended }),
    onError: (failure) => notifyFailure(failure),
  });
  const endAll = useWrite({
    send: () => askAuth((auth, options) => auth.sessions.revokeUserSessions({ body: { userId: user.id }, ...options })),
    onSuccess: () => {
      question.close();
      announce({ title: t.staff.allEnded });
    },
  });
  const question = useQuestion(endAll);
  return (
    <section className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{t.staff.sessions}</h3>
        {data !== undefined && data.length > 1 && <Button onClick={question.ask}>{t.staff.endAll}</Button>}
      </div>
      {data === undefined && error === null && <SkeletonRows count={2} />}
      <LoadError query={query} isInline />
      {data !== undefined && (
        <SessionList
          sessions={data}
          endingId={end.isPending ? end.variables : undefined}
          onEnd={({ id }) => end.mutate(id)}
        />
      )}
      <QuestionDialog
        question={question}
        write={endAll}
        title={t.staff.endAllTitle(user.name)}
        description={t.staff.endAllDetail}
        confirmLabel={t.staff.endAll}
        isDanger
      />
    </section>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/button";
import { QuestionDialog } from "../../components/question-dialog";
import { Section } from "../../components/page";
import { SessionList } from "../../components/session-list";
import { LoadError, SkeletonRows } from "../../components/states";
import { askAuth } from "../../lib/service/api";
import { notifyFailure } from "../../lib/page/notices";
import { announce } from "../../lib/history/undo";
import { useQuestion } from "../../lib/session/use-question";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { ownSessionsQuery } from "./queries";

export const OwnSessions = () => {
  const query = useQuery(ownSessionsQuery);
  const { data, error } = query;
  const end = useWrite({
    send: (id: number) => askAuth((auth, options) => auth.sessions.revokeSession({ body: { id }, ...options })),
    onSuccess: () => announce({ title: t.sessions.ended }),
    onError: (failure) => notifyFailure(failure),
  });
  const endOthers = useWrite({
    send: () => askAuth((auth, options) => auth.sessions.revokeOtherSessions(options)),
    onSuccess: () => {
      question.close();
      announce({ title: t.account.othersEnded });
    },
  });
  const question = useQuestion(endOthers);
  const hasOthers = data !== undefined && data.sessions.length > 1;
  return (
    <Section
      title={t.account.sessions}
      actions={hasOthers && <Button onClick={question.ask}>{t.account.endOthers}</Button>}
    >
      <p className="-mt-2 text-sm text-muted">{t.account.sessionsDetail}</p>
      {data === undefined && error === null && <SkeletonRows count={2} />}
      <LoadError query={query} isInline />
      {data !== undefined && (
        <SessionList
          sessions={data.sessions}
          ownId={data.ownId}
          endingId={end.isPending ? end.variables : undefined}
          onEnd={({ id }) => end.mutate(id)}
        />
      )}
      <QuestionDialog
        question={question}
        write={endOthers}
        title={t.account.endOthersTitle}
        description={t.account.endOthersDetail}
        confirmLabel={t.account.endOthers}
        isDanger
      />
    </Section>
  );
};

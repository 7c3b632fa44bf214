import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { planPath } from "../paths.ts";
import type { Language } from "../rules/text.ts";
import { LanguageSwitch } from "../talks/words.tsx";
import { useToday } from "../talks/use-talks.ts";
import { useBegin } from "./begin.ts";
import { findJha, type Jha } from "./library.ts";
import { PlanText } from "./plan-text.tsx";
import { baseOf } from "./plan.ts";
import { joinTexts, linesOf, refuseText, wordsIn } from "./text.ts";
import { type ShownPlan, useLastCrew, useMayChange, usePlans } from "./sheet.tsx";
import { changePlan } from "./start.ts";

/** A job hazard analysis of the library, before a plan starts from it. */
export default function ReadJha({ me }: { me: ToolUser }) {
  const jha = findJha(useParams()["slug"] ?? "");
  return (
    <ToolPage me={me} title="Job hazard analysis">
      {jha ? <Read jha={jha} /> : <NoSuchJha />}
    </ToolPage>
  );
}

function NoSuchJha() {
  const { job } = useScreen();
  return (
    <p>
      This JHA isn’t in the library anymore.{" "}
      <Link className="text-link" to={planPath(job)}>
        All plans of this job
      </Link>
    </p>
  );
}

function Read({ jha: { text } }: { jha: Jha }) {
  const { job } = useScreen();
  const begin = useBegin();
  const [language, setLanguage] = useState<Language>("en");
  const today = useToday().toString();
  const crew = useLastCrew().length;
  const current = usePlans()?.find(({ plan }) => plan.date === today);
  const hasSpanish = linesOf(text).every(({ es }) => es !== "");
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={planPath(job)}>
          All plans of this job
        </Link>
      </p>
      {hasSpanish ? <LanguageSwitch language={language} choose={setLanguage} /> : null}
      <h2 className="mt-4 text-3xl" lang={language}>
        {wordsIn(text.title, language).words}
      </h2>
      <PlanText text={text} language={language} />
      {current ? <AddTo shown={current} text={text} /> : null}
      <div className="check-bar">
        <span className="estimate-quiet">{crew > 0 ? `${crew} people from last time` : ""}</span>
        <Button type="button" kind="signal" onClick={() => void begin(text)}>
          {current ? "Start another plan" : "Start today’s plan"}
        </Button>
      </div>
    </>
  );
}

/** Another task of the same day. */
function AddTo({ shown: { plan, record, path, signs }, text }: { shown: ShownPlan; text: Jha["text"] }) {
  const { job, tell } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const mayChange = useMayChange(record);
  const [failed, setFailed] = useState<string>();
  if (!plan.current || !mayChange) return null;
  const joined = joinTexts(plan.current.text, text);
  const add = async () => {
    const why = refuseText(joined);
    setFailed(why ?? undefined);
    if (why !== null) return;
    try {
      const isSigned = signs.some(({ voided }) => voided === null);
      await changePlan(store, {
        ...{ job, record: record.id, text: joined, why: isSigned ? `Also today: ${text.title.en}` : "" },
        base: baseOf(plan),
      });
      await navigate(path);
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <p className="mt-6">
      <Button type="button" kind="plain" onClick={() => void add()}>
        Add these steps to today’s plan
      </Button>
      {failed === undefined ? null : (
        <span className="field-error" role="alert">
          {failed}
        </span>
      )}
    </p>
  );
}

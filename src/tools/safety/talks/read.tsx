import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { findTalk } from "../library/library.ts";
import type { Language, TalkText } from "../rules/text.ts";
import { startTalk, talkPath, talksPath } from "./start.ts";
import { useOwnName, useTalks, useToday } from "./use-talks.ts";
import { TalkPage } from "./words.tsx";

/** A talk of the library, before it is given. */
export default function ReadTalk({ me }: { me: ToolUser }) {
  const text = findTalk(useParams()["slug"] ?? "")?.text;
  return (
    <ToolPage me={me} title="Toolbox talk">
      {text ? <Read text={text} /> : <NoSuchTalk />}
    </ToolPage>
  );
}

function NoSuchTalk() {
  const { job } = useScreen();
  return (
    <p>
      This talk isn’t in the library anymore.{" "}
      <Link className="text-link" to={talksPath(job)}>
        All talks
      </Link>
    </p>
  );
}

function Read({ text }: { text: TalkText }) {
  const { job, tell } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const [language, setLanguage] = useState<Language>("en");
  const date = useToday().toString();
  const leader = useOwnName();
  const last = useTalks()?.[0]?.talk.people ?? [];
  const start = async () => {
    try {
      const id = await startTalk(store, { job, date, text, language, leader, people: last });
      await navigate(talkPath(job, id));
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={talksPath(job)}>
          All talks
        </Link>
      </p>
      <TalkPage text={text} language={language} choose={setLanguage} />
      <div className="check-bar">
        <span className="estimate-quiet">
          {last.length > 0 ? `${last.length} people from last time` : ""}
        </span>
        <Button type="button" kind="signal" onClick={() => void start()}>
          Start this talk
        </Button>
      </div>
    </>
  );
}

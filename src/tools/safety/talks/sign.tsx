import { useParams } from "react-router";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { PassThePhone } from "../signing/pass.tsx";
import { NoSuchTalk, useTalk } from "./talk.tsx";

/** One phone that is passed around for a talk. */
export default function SignOnePhone({ me }: { me: ToolUser }) {
  const id = useParams()["talkId"]!;
  return (
    <ToolPage me={me} title="Sign">
      <Passing key={id} id={id} />
    </ToolPage>
  );
}

function Passing({ id }: { id: string }) {
  const shown = useTalk(id);
  if (shown === undefined) return null;
  return shown ? <PassThePhone sheet={shown} /> : <NoSuchTalk />;
}

import { Link } from "react-router";
import { type ShownRecord, useRecord } from "#ground/sync/public.tsx";
import { Conflicts, EntryMarks, sendState, useOnline, useScreen } from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { emergencyPath } from "../paths.ts";
import { talksPath } from "../talks/start.ts";
import { EMERGENCY, emergencyId, emergencyOf } from "./emergency.ts";
import { EmergencySheet } from "./sheet.tsx";

/** What a crew needs in an emergency, on every device of the job. */
export default function EmergencyScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Emergency card">
      <Card />
    </ToolPage>
  );
}

function Card() {
  const { job, isOwnBusiness, people } = useScreen();
  const record = useRecord(EMERGENCY, emergencyId(job));
  if (record === undefined) return null;
  return (
    <>
      {record ? (
        <>
          <p className="mb-3">
            <EntryMarks record={record} />
          </p>
          <Conflicts record={record} people={people} />
          <EmergencySheet card={emergencyOf(record.values)} />
        </>
      ) : (
        <>
          <a className="button" data-kind="signal" data-size="large" data-wide="" href="tel:911">
            Call 911
          </a>
          <p className="mt-6 max-w-measure">
            Nobody has filled in this job’s card yet. It has the address for 911, the hospital, who to call,
            and where the extinguisher, the shut-offs and the meeting point are. Everyone on the job has it
            without a signal.
          </p>
        </>
      )}
      {isOwnBusiness ? (
        <div className="talk-acts">
          <Link className="button" data-kind={record ? "plain" : "chalk"} to={`${emergencyPath(job)}/edit`}>
            {record ? "Change the card" : "Fill in the card"}
          </Link>
          {record ? <Poster job={job} record={record} /> : null}
        </div>
      ) : null}
      <p className="mt-6">
        <Link className="text-link" to={talksPath(job)}>
          Safety on this job
        </Link>
      </p>
    </>
  );
}

function Poster({ job, record }: { job: string; record: ShownRecord }) {
  const isOnline = useOnline();
  return isOnline && sendState(record) === "saved" ? (
    <a className="button" data-kind="plain" href={`/account/safety/emergency/${job}/card.pdf`}>
      Print it for the wall
    </a>
  ) : (
    <p className="estimate-quiet">Saved on this phone. You can print it once you have a signal.</p>
  );
}

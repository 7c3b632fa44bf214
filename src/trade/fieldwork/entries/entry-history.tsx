import { type ShownRecord, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { useScreen } from "../screen/field-screen.tsx";
import { Changes } from "../values/changes.tsx";
import { Conflicts } from "../values/conflicts.tsx";

/** What happened to an entry since: who changed it, versions to choose from, and what the server refused. */
export function EntryHistory({
  record,
  quiet = [],
  heading,
  locked,
  settleAt,
  correct,
}: {
  record: ShownRecord;
  /** Fields whose changes are shown elsewhere. */
  quiet?: readonly string[];
  heading: "h3" | "h4";
  /** See `Conflicts`. */
  locked?: string | null;
  settleAt?: string | null | undefined;
  /** Opens a correction: offered in place of trying a refused change again. */
  correct?: (() => void) | undefined;
}) {
  const { people, zone } = useScreen();
  return (
    <>
      <Changes record={record} people={people} zone={zone} quiet={quiet} />
      <Conflicts
        record={record}
        people={people}
        zone={zone}
        heading={heading}
        locked={locked ?? null}
        settleAt={settleAt}
      />
      <RefusedChanges record={record} correct={correct} />
    </>
  );
}

/** Changes that the server refused, with the reason. @param correct see `EntryHistory` */
export function RefusedChanges({
  record,
  correct,
}: {
  record: ShownRecord;
  correct?: (() => void) | undefined;
}) {
  const store = useStore();
  const { tell } = useScreen();
  return record.refused.map(({ id, why }) => (
    <div className="job-refused" key={id}>
      <p>{why}</p>
      <div className="flex flex-wrap gap-2">
        {correct ? (
          <Button type="button" kind="plain" size="small" onClick={correct}>
            Save it as a correction
          </Button>
        ) : (
          <Button
            type="button"
            kind="plain"
            size="small"
            onClick={() => void store.tryAgain(id).catch(tell.failed)}
          >
            Try again
          </Button>
        )}
        <Button
          type="button"
          kind="quiet"
          size="small"
          onClick={() => void store.putAway(id).catch(tell.failed)}
        >
          Hide
        </Button>
      </div>
    </div>
  ));
}

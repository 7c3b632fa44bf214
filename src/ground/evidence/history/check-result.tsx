import { formatNumber } from "#ui/bars.tsx";
import { Panel } from "#ui/layout.tsx";
import type { Found } from "../verify/check-stored.server.ts";

const count = (number: number, one: string, many: string) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`;
const ALTERED_SHOWN = 50;

/** Shows the result of a check: everything intact, or what changed and where. */
export function CheckFound({ found }: { found: Found }) {
  const { problems, entries, photos, seals, late, unread, absent } = found;
  const isGood = problems.length === 0;
  const parts = [
    count(entries, "entry", "entries"),
    ...(photos ? [count(photos, "photo", "photos")] : []),
    ...(seals ? [count(seals, "lock", "locks")] : []),
  ];
  return (
    <Panel tone={isGood ? "level" : "brick"} className="mt-6">
      <div role={isGood ? "status" : "alert"} tabIndex={-1} autoFocus id="found">
        <h2 className="text-xl">
          {isGood ? "Everything matches what was recorded" : "This history was altered"}
        </h2>
        {isGood ? (
          <p className="mt-2">
            Checked just now: {parts.join(", ")}. Every number, hash, and signature checks out.
          </p>
        ) : (
          <>
            <ul className="mt-2">
              {problems.slice(0, ALTERED_SHOWN).map(({ entry, words }) => (
                <li key={`${entry} ${words}`}>
                  {entry === null ? words : <a href={`?before=${entry + 1}#entry-${entry}`}>{words}</a>}
                </li>
              ))}
            </ul>
            {problems.length > ALTERED_SHOWN ? (
              <p className="mt-2">And {formatNumber(problems.length - ALTERED_SHOWN)} more.</p>
            ) : null}
            <p className="mt-2">
              Compare it with a copy saved elsewhere: a ZIP, a report, or a lock email. Then contact the
              people who run this app for you.
            </p>
          </>
        )}
        {late ? (
          <p className="mt-2">
            {count(late, "entry", "entries")} came late, after the history covering that time was locked.
          </p>
        ) : null}
        {absent ? (
          <p className="mt-2">
            {count(absent, "photo hasn’t", "photos haven’t")} uploaded yet from the device that took{" "}
            {absent === 1 ? "it" : "them"}.
          </p>
        ) : null}
        {unread ? (
          <p className="mt-2">
            We didn’t check {count(unread, "photo", "photos")}, because there are too many to check at one
            time. The page in the ZIP checks them all.
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

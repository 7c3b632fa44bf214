import { Link } from "react-router";
import type { Sheet } from "./sheet.ts";

/** The next thing to do, always in reach of a thumb. */
export function SignBar({ sheet: { roll, standing, path } }: { sheet: Sheet }) {
  const { signed, rows, waiting } = standing;
  if (rows.length === 0 && roll.finishedAt === null)
    return (
      <div className="check-bar">
        <span>Nobody on the list yet</span>
        <a className="button" data-kind="signal" href="#talk-people">
          Who’s here
        </a>
      </div>
    );
  if (waiting.length === 0) return null;
  return (
    <div className="check-bar">
      <span>
        {signed} of {rows.length} signed
      </span>
      <Link className="button" data-kind={roll.finishedAt === null ? "signal" : "plain"} to={`${path}/sign`}>
        Pass the phone
      </Link>
    </div>
  );
}

import { Section } from "#ui/layout.tsx";
import type { noticesOf } from "./view.server.ts";

/** The notices of a change in the office, with what shows that they arrived. */
export function Notices({
  due,
  notices,
}: {
  due: string | null;
  notices: Awaited<ReturnType<typeof noticesOf>>;
}) {
  if (due === null && notices.length === 0) return null;
  return (
    <Section title="Notice" id="notice">
      {due === null ? null : (
        <p>
          <b>{due}</b>
        </p>
      )}
      <ul className="grid gap-4">
        {notices.map(({ id, line, isDrawn, evidence }) => (
          <li key={id}>
            <b>{line}</b>{" "}
            {isDrawn ? (
              <a className="text-link" href={`/account/changes/notices/${id}`}>
                PDF
              </a>
            ) : null}
            {evidence.map((one) => (
              <p key={one} className="estimate-quiet wrap-anywhere">
                {one}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

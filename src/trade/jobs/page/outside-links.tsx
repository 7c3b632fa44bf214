import { Icon, type IconName } from "#ui/icons.tsx";
import { Section } from "#ui/layout.tsx";
import { useOnline } from "#trade/fieldwork/public.tsx";

/** Only shown online, because these pages need the server. */
export function OutsideLinks({ job }: { job: string }) {
  const isOnline = useOnline();
  if (!isOnline) return null;
  const links: readonly (readonly [IconName, string, string, string])[] = [
    [
      "document",
      "Reports",
      `/account/reports?job=${job}`,
      "Job history as a PDF with photos, to send or print",
    ],
    [
      "box",
      "Closeout package",
      `/account/closeouts/${job}`,
      "Warranty letter, signed papers, photos, and manuals in one link",
    ],
    [
      "link",
      "Shared links",
      `/account/shares?job=${job}`,
      "What clients can open, until when, and who looked",
    ],
    ["check", "History", `/account/evidence/${job}`, "Every entry in order, to verify, lock, or certify"],
  ];
  return (
    <Section title="Share and records" id="hand-over">
      <ul className="jobs hand-over">
        {links.map(([icon, words, address, what]) => (
          <li key={address}>
            <a className="job-row" href={address}>
              <span className="job-name">
                <Icon name={icon} /> {words}
              </span>
              <span className="job-place">{what}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

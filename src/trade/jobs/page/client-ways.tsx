import { directionsTo } from "#trade/fieldwork/public.ts";
import { Icon, type IconName } from "#ui/icons.tsx";
import type { Job } from "../rules.ts";

/** Where the job is; a tap opens the phone's map. */
export function JobPlace({ job }: { job: Job }) {
  const { address, position } = job;
  const place = address ?? (position ? `${position.lat.toFixed(5)}, ${position.lon.toFixed(5)}` : null);
  const directions = directionsTo(job);
  if (place === null) return null;
  return directions ? (
    <a className="text-link job-way job-address" href={directions} rel="noreferrer">
      <Icon name="place" />
      {place}
    </a>
  ) : (
    <p className="job-address">{place}</p>
  );
}

/** The client, and how to reach them: call, text, or email. */
export function ClientWays({ job: { clientName, clientPhone, clientEmail } }: { job: Job }) {
  const dial = clientPhone?.replaceAll(/[^\d+]/g, "") ?? "";
  const ways: (readonly [IconName, string, string])[] = [
    ...(dial
      ? ([
          ["phone", "Call", `tel:${dial}`],
          ["message", "Text", `sms:${dial}`],
        ] as const)
      : []),
    ...(clientEmail ? ([["mail", "Email", `mailto:${clientEmail}`]] as const) : []),
  ];
  if (!clientName && ways.length === 0) return null;
  const name = clientName ?? "the client";
  return (
    <div className="job-client-ways">
      <p>
        <span className="text-pencil">Client</span> <b>{clientName ?? clientPhone ?? clientEmail}</b>
      </p>
      {ways.length > 0 ? (
        <p className="job-ways">
          {ways.map(([icon, label, href]) => (
            <a
              key={label}
              className="button"
              data-kind="plain"
              data-size="small"
              href={href}
              aria-label={`${label} ${name}`}
              rel="noreferrer"
            >
              <Icon name={icon} />
              {label}
            </a>
          ))}
        </p>
      ) : null}
    </div>
  );
}

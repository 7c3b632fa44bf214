import { useId, useMemo } from "react";
import { Link } from "react-router";
import { useJobPhotos } from "#trade/fieldwork/public.tsx";
import { Icon } from "#ui/icons.tsx";
import type { GlanceAt, GlanceLine } from "../glance.ts";
import type { Job } from "../rules.ts";
import type { Tool } from "../tool.ts";
import { useGlances } from "../use-glances.ts";

/** Lines of a tool that are shown. */
const MOST_LINES = 2;

/** The tools of a job, one tap away each, with what each has to say, from the records on this device. */
export function JobTools({
  tools,
  job,
  at,
}: {
  tools: readonly Tool[];
  job: Job;
  at: Omit<GlanceAt, "job" | "photos">;
}) {
  const found = useJobPhotos(job.id);
  const photos = useMemo(() => (found ? new Set(found.map(({ shot }) => shot.sha256)) : null), [found]);
  const said = useGlances(tools, job, at, photos);
  if (tools.length === 0) return null;
  return (
    <nav className="job-tools" aria-label="Tools of this job">
      {tools.map((tool) => (
        <OneTool key={tool.word} tool={tool} job={job.id} lines={said?.get(tool.word) ?? []} />
      ))}
    </nav>
  );
}

function OneTool({ tool, job, lines }: { tool: Tool; job: string; lines: readonly GlanceLine[] }) {
  const { word, label, icon, quick } = tool;
  const about = useId();
  const here = `/account/job/${job}/${word}`;
  return (
    <div className="job-tool">
      {/* Its name is the tool, and it covers the tile; what the tool says is read after the name. */}
      <Link className="job-tool-way" to={here} aria-describedby={about}>
        <Icon name={icon} />
        {label}
      </Link>
      <p id={about} className="job-tool-says">
        {lines.slice(0, MOST_LINES).map(({ text, needs }) => (
          <span key={text} data-needs={needs}>
            {text}
          </span>
        ))}
      </p>
      {quick ? (
        <Link
          className="button job-tool-quick"
          data-kind="plain"
          data-size="small"
          to={`${here}/${quick.path}`}
        >
          <Icon name={quick.icon} />
          {quick.label}
        </Link>
      ) : null}
    </div>
  );
}

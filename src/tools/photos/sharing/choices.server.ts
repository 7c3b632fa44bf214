import { jobZone } from "#ground/businesses/public.server.ts";
import { findJob, jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { isListed, stagesAmong } from "../rules/photo.ts";
import type { AlbumRule } from "../rules/roll.ts";
import { type Chosen, chosenText, describeRule, photosIn, readChosen } from "../gallery/chosen.ts";
import { albumsOf, readRoll } from "../gallery/roll.server.ts";

/** What a new gallery can be made of, for its form: jobs, and what their photos can be chosen by. */
export async function choicesOf(ctx: AccountContext, search: URLSearchParams) {
  const jobs = jobChoices(await jobsById(ctx), { withQuoted: true });
  const asked = search.get("job") ?? jobs[0]?.value ?? "";
  const job = isId(asked) ? await findJob(ctx, asked) : null;
  if (!job) return { jobs, job: null, options: [], what: "", kept: 0, title: "" };
  const zone = await jobZone(ctx, job.jobId);
  const albums = await albumsOf(ctx, job.jobId);
  const roll = await readRoll(ctx, job.jobId);
  const kept = roll.filter(({ facts, isInside }) => isInside && isListed(facts)).length;
  const isKnown = jobs.some(({ value }) => value === job.jobId);
  const count = (chosen: Chosen) => photosIn(roll, chosen, { albums, zone }).length;
  const option = (label: string, chosen: Chosen) => ({
    value: chosenText(chosen),
    label: `${label} (${count(chosen).toLocaleString("en-US")})`,
  });
  const ruled = (name: string, rules: readonly AlbumRule[]) =>
    rules.map((rule) => option(`${name}: ${describeRule(rule)}`, { is: "rule", rule }));
  const words = (of: (photo: (typeof roll)[number]) => readonly (string | null)[]) =>
    [...new Set(roll.flatMap(of))].filter((one) => one !== null).toSorted((a, b) => a.localeCompare(b));
  const options = [
    option("All photos of the job", { is: "all" }),
    ...albums.map(({ id, name }) => option(`Album: ${name}`, { is: "album", album: id })),
    ...ruled(
      "Room",
      words(({ facts }) => [facts.room]).map((room) => ({ room })),
    ),
    ...ruled(
      "Trade",
      words(({ facts }) => [facts.trade]).map((trade) => ({ trade })),
    ),
    ...ruled(
      "Stage",
      stagesAmong(roll.map(({ facts }) => facts)).map((stage) => ({ stage })),
    ),
    ...ruled(
      "Tag",
      words(({ facts }) => facts.tags).map((tag) => ({ tag })),
    ),
  ];
  const wanted = readChosen(search.get("what") ?? "all");
  const what = wanted ? chosenText(wanted) : "all";
  // A filter of several tags isn't in the list.
  if (wanted?.is === "rule" && !options.some(({ value }) => value === what))
    options.splice(1, 0, option(describeRule(wanted.rule), wanted));
  const name =
    wanted?.is === "album"
      ? albums.find(({ id }) => id === wanted.album)?.name
      : wanted?.is === "rule"
        ? describeRule(wanted.rule)
        : undefined;
  return {
    jobs: isKnown ? jobs : [{ value: job.jobId, label: job.name }, ...jobs],
    job: { id: job.jobId, name: job.name },
    ...{ options, what, kept, title: name ? `${job.name}: ${name}` : job.name },
  };
}

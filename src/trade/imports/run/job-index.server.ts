import { derivedId } from "#platform/ids/derived-id.ts";
import { folded } from "#platform/names/folded.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import type { NamedJob } from "../format/record.ts";

/** As many jobs as names are compared with. */
const MOST_JOBS = 50_000;

type Found =
  | { readonly is: "job"; readonly id: string }
  | { readonly is: "new"; readonly id: string }
  | { readonly is: "unclear" };

const plain = (text: string) =>
  folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The jobs of the business, to find those that a file names. */
export interface JobIndex {
  /** The same job: its name and its address are equal. Undefined if there is none. */
  same(job: NamedJob): string | undefined;
  /** The job that something is on, by its name, or else by its address. */
  find(job: NamedJob): Found;
  add(id: string, job: NamedJob): void;
}

export async function jobIndex(ctx: AccountContext): Promise<JobIndex> {
  const named = new Map<string, { id: string; address: string }[]>();
  const placed = new Map<string, Set<string>>();
  const add = (id: string, { name, address }: NamedJob) => {
    const [key, at] = [plain(name), plain(address ?? "")];
    named.set(key, [...(named.get(key) ?? []), { id, address: at }]);
    if (at) placed.set(at, (placed.get(at) ?? new Set()).add(id));
  };
  for (const job of await listJobs(ctx, "", MOST_JOBS, true)) add(job.jobId, job);
  return {
    add,
    same({ name, address }) {
      const at = plain(address ?? "");
      return at ? named.get(plain(name))?.find((one) => one.address === at)?.id : undefined;
    },
    find({ name, address }) {
      const at = plain(address ?? "");
      const byName = named.get(plain(name)) ?? [];
      const exact = byName.filter((one) => at !== "" && one.address === at);
      const among = exact.length > 0 ? exact : byName;
      if (among.length > 1) return { is: "unclear" };
      if (among[0]) return { is: "job", id: among[0].id };
      // CompanyCam names a project after its address.
      const byPlace = [...(placed.get(at) ?? placed.get(plain(name)) ?? [])];
      if (byPlace.length === 1) return { is: "job", id: byPlace[0]! };
      return { is: "new", id: derivedId("imports.job", ctx.account.id, plain(name)) };
    },
  };
}

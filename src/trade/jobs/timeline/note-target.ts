import type { EntryTarget } from "#trade/fieldwork/public.tsx";

// Devices in the field have drafts under these keys.
export const newNoteDraft = (job: string): string => `note ${job}`;
export const noteDraft = (job: string, id: string): string => `note ${job} ${id}`;

/** A note, for the form that writes it. */
export const noteTarget = (job: string, of: string): Omit<EntryTarget, "purpose" | "record"> => ({
  kind: "jobs.note",
  of,
  noun: "note",
  href:
    of === newNoteDraft(job)
      ? `/account/job/${job}`
      : `/account/job/${job}?${new URLSearchParams({ draft: of }).toString()}`,
  first: (at) => ({ occurredAt: new Date(at).toISOString() }),
});

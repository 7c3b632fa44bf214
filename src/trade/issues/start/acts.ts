import type { EntryAct } from "#trade/fieldwork/public.tsx";
import { issuePath } from "../paths.ts";
import { ISSUE } from "../rules/issue.ts";
import { REPLY } from "../rules/reply.ts";
import { startIssueFrom } from "./start.ts";

/** What would be about itself. */
const OWN: readonly string[] = [ISSUE, REPLY];

const act: EntryAct = {
  label: "Make it an issue",
  isFor: ({ kind }) => !OWN.includes(kind),
  start: async (store, from) => issuePath(from.job, await startIssueFrom(store, from)),
};

/** An issue begins from any photo, entry or failed item. Companies that are guests find issues too. */
export const issueActs: readonly EntryAct[] = [act, { ...act, isForGuests: true }];

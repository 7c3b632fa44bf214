import { glanceOfLists, LIST_KINDS } from "#trade/inspections/public.ts";
import { glanceOfIssues, ISSUE } from "#trade/issues/public.ts";
import type { Glance } from "#trade/jobs/public.ts";

/** Lists that are due, then what is still to fix. */
const glance: Glance = {
  kinds: [...LIST_KINDS, ISSUE],
  glanceOf(of, at) {
    const lists = glanceOfLists(of, at);
    const issues = glanceOfIssues(of(ISSUE), at, {
      ...(at.hasActions ? { isSafety: false } : {}),
      noun: "issue",
      path: "checklists/issues",
    });
    const lines = [...lists, ...issues];
    return lines.length > 0 ? lines : [{ text: "Nothing open" }];
  },
};
export default glance;

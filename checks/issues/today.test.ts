import { describe, expect, it } from "vitest";
import { grantTool } from "#ground/businesses/public.server.ts";
import { acting } from "#ground/businesses/testing/people.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { newId } from "#platform/db/ids.ts";
import { loadChecklistsSection } from "#tools/checklists/today/section.server.ts";
import { clock, openJob, withSchedules } from "../testing/schedules.ts";

// The issues that an owner's Today shows.

withSchedules();

describe("Today", () => {
  it("shows owners the fixes to review, then what is overdue by the job's clock", async () => {
    clock.set("2026-11-24T06:30:00Z");
    const { owner, foreman, account, job, plan, send } = await openJob();
    await send(owner, "checklists.schedule", plan, { paused: true });
    await grantTool(account, "checklists");
    const open = async (
      title: string,
      sets: Record<string, string | null | { readonly [key: string]: string }>,
    ) => {
      const id = newId();
      await send(owner, ISSUE, id, { title, state: "open", priority: "normal", ...sets });
      return id;
    };
    const to = ({ id }: { readonly id: string }) => ({ kind: "person", id, name: "Kim" });
    await open("Late", { due: "2026-11-22", assignee: to(foreman) });
    const fixed = await open("Fixed", { due: "2026-11-20", assignee: to(foreman) });
    // It's still the 23rd in Denver.
    await open("Due today", { due: "2026-11-23" });
    await open("My own", { due: "2026-11-22", assignee: to(owner) });
    const gone = await open("Removed", { due: "2026-11-22" });
    await send(owner, ISSUE, gone, { removed: true });
    await send(foreman, ISSUE, fixed, { state: "ready" });
    const section = () => acting(owner, account, loadChecklistsSection);
    expect(await section()).toMatchObject({
      lines: [
        {
          text: ", Fixed: ready for review (Kim)",
          action: "Review",
          href: `/account/job/${job}/checklists/issues/${fixed}`,
        },
        { text: ", Late: was due Sunday, November 22 (Kim)" },
      ],
      summary: "1 issue to review, 1 issue overdue",
    });
    expect((await acting(foreman, account, loadChecklistsSection)).lines, "of a member").toEqual([]);
    await send(owner, ISSUE, fixed, { state: "closed" });
    expect((await section()).lines.map(({ text }) => text)).toEqual([
      ", Late: was due Sunday, November 22 (Kim)",
    ]);
    await send(owner, "jobs.job", job, { status: "canceled" });
    expect((await section()).lines).toEqual([]);
  });
});

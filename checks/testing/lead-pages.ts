import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { businessOf } from "#ground/businesses/testing/people.ts";
import { openInstallation, type SignedIn, signedIn } from "#ground/businesses/testing/signed-in.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import * as leadPage from "#faces/today/lead/lead.tsx";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";

/** 10:00 in Denver. */
export const FRIDAY = "2026-11-20T17:00:00Z";

/**
 * A signed-in owner's business with a page for a guide, and functions to use the pages of its leads.
 * Registers what a test file needs before and after its tests: every test begins on FRIDAY.
 */
export function leadPages() {
  const clock = testClock(FRIDAY);
  let installed: Awaited<ReturnType<typeof openInstallation>>;
  let owner: SignedIn;
  let account: string;
  let slug: string;

  beforeAll(async () => {
    installed = await openInstallation(clock);
    listenForDeeds();
    listenForLeads();
    listenForPeople();
    owner = await signedIn();
    account = await businessOf(owner.person, "Summit Deck");
    const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
    ({ slug } = await withAccount(account, async (ctx) => {
      await saveBusinessDetails(ctx, {
        businessName: "Summit Deck",
        postalAddress: "1 Main St, Denver",
        zone: "America/Denver",
      });
      return openPage(ctx, "Summit Deck", {
        kind: "magnet",
        magnetId: newId(),
        title: "9 questions",
        promise: "p",
        file,
        fileName: "guide.pdf",
      });
    }));
  });
  afterAll(() => installed?.drop());
  beforeEach(() => clock.set(FRIDAY));

  /** What a loader or action of the screen at `path` receives; with `fields`, a form was posted. */
  const argsOf = (
    path: string,
    params: Record<string, string>,
    who: SignedIn,
    fields?: Record<string, string>,
  ) => {
    const request = who.request(path, fields ? { method: "POST", body: new URLSearchParams(fields) } : {});
    return {
      request,
      params,
      context: new RouterContextProvider(),
      url: new URL(request.url),
      pattern: path,
    } as never;
  };

  return {
    clock,
    argsOf,
    get owner() {
      return owner;
    },
    get account() {
      return account;
    },
    look: (leadId: string, who = owner) =>
      leadPage.loader(argsOf(`/account/leads/${leadId}`, { leadId }, who)),
    post: (leadId: string, fields: Record<string, string>, who = owner) =>
      leadPage.action(argsOf(`/account/leads/${leadId}`, { leadId }, who, fields)),
    /** Somebody asks for the guide. */
    come: async () => (await capture(slug, { name: "Dana Ruiz", email: `${newId()}@client.test` })).leadId,
    /** Sends what is due now, and delivers it. */
    async send() {
      await sendDueSteps(account);
      await deliver(account);
    },
  };
}

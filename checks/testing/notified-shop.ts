import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { acting, businessOf, somebody } from "#ground/businesses/testing/people.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { listenForNamed } from "#ground/notifications/listeners.server.ts";
import { saveSettings } from "#ground/notifications/settings/settings.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount } from "#platform/db/scope.server.ts";
import type { TestClock } from "#platform/db/testing/installation.ts";
import { defineNotificationKinds } from "#app/notification-kinds.ts";

/** Friday, 10 a.m. in Denver, and the night and morning after. */
export const FRIDAY = "2026-11-20T17:00:00Z";
export const NIGHT = "2026-11-21T05:00:00Z";
export const MORNING = "2026-11-21T14:00:00Z";

/** Connects the rooms that new leads and notifications need. */
export function listenForNotifications(): void {
  listenForPeople();
  listenForNamed();
  defineNotificationKinds();
}

/** A business with a page, whose owner is told of new leads. */
export async function notifiedShop(clock: TestClock) {
  const owner = await somebody();
  const account = await businessOf(owner, "Summit Deck");
  const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(account, work);
  const as = <T>(person: Person, work: (ctx: AccountContext) => Promise<T>) => acting(person, account, work);
  const { slug } = await inside(async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver",
      zone: "America/Denver",
    });
    return openPage(ctx, "Summit Deck", {
      ...{ kind: "magnet", magnetId: newId(), title: "9 deck questions", promise: "p" },
      ...{ file: "guide", fileName: "guide.pdf" },
    });
  });
  const lead = (name = "Dana Ruiz") => {
    clock.advance({ seconds: 1 });
    return capture(slug, { name, email: `${newId()}@client.test` });
  };
  /** What several processes do at once. */
  const deliver = async () => {
    await Promise.all([deliverDue(account), deliverDue(account), deliverDue(account)]);
  };
  const choose = (person: Person, fields: Readonly<Record<string, string>>) =>
    as(person, (ctx) => saveSettings(ctx, fields));
  return { owner, account, inside, as, slug, lead, deliver, choose };
}

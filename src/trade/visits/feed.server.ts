import { writeFeed } from "#platform/calendar/write-calendar.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { eventOf } from "./events.server.ts";
import { atFeed } from "./links.server.ts";
import { visitSettings } from "./settings.server.ts";
import { visitsBetween } from "./visits.server.ts";

/** Days before now and after it that the feed has. */
const DAYS_BACK = 90;
const DAYS_AHEAD = 366;

/**
 * The business's visits as a calendar. @param file the token of its address, with `.ics`
 * @throws AppError not_found for a forged or an old address
 */
export function feedFile(file: string): Promise<string> {
  return atFeed(file.replace(/\.ics$/i, ""), async (ctx, business, feedId) => {
    const settings = await visitSettings(ctx);
    if (settings.feedId !== feedId)
      throw new AppError("not_found", "This calendar has a new address. Ask its owner for it.");
    const visits = await visitsBetween(
      ctx,
      ctx.now.subtract({ hours: 24 * DAYS_BACK }),
      ctx.now.add({ hours: 24 * DAYS_AHEAD }),
    );
    const { publicUrl } = installation();
    return writeFeed(
      `Visits, ${business.name ?? installation().brand}`,
      visits.map((visit) =>
        eventOf(ctx, business, visit, {
          url: `${publicUrl}/account/visits/${visit.id}`,
          title: `${visit.title}: ${visit.name}`,
        }),
      ),
    );
  });
}

import { getBusiness } from "#ground/businesses/public.server.ts";
import { findLeadByEmail } from "#trade/leads/data.server.ts";
import { defaultSettings } from "#trade/visits/rules.ts";
import { saveSettings, visitSettings } from "#trade/visits/settings.server.ts";
import { bookVisit, findFreeDays } from "#trade/visits/visits.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { BUSINESS } from "./cast.ts";

/** Who books a visit from her own link, and where she lives. */
export const BOOKED = {
  email: "beatriz.alves@mail.example",
  address: "27 Example Row, Aurora, CO",
  note: "The gate on the alley side sticks. There’s a dog; I’ll keep him in.",
} as const;

/** The owner takes visits, and a client books one of the next days. */
export function visitsBooked(
  accountId: string,
  owner: Person,
  past: (daysAgo: number, hour: number) => Temporal.Instant,
) {
  return [
    {
      at: past(27, 8),
      run: () =>
        withMember(accountId, owner, { role: "owner", jobId: null }, (ctx) =>
          saveSettings(ctx, { ...defaultSettings(null), isOpen: true }),
        ),
    },
    { at: past(1, 19), run: () => withAccount(accountId, book) },
  ];
}

async function book(ctx: AccountContext): Promise<void> {
  const settings = await visitSettings(ctx);
  const lead = (await findLeadByEmail(ctx, BOOKED.email))!;
  const [, day] = await findFreeDays(ctx, settings, { most: 2 });
  await bookVisit(ctx, settings, await getBusiness(ctx), {
    ...{ id: newId(), at: day!.starts[0]!, place: "theirs", leadId: lead.id },
    ...{ name: lead.name, email: BOOKED.email, phone: "+13035550177" },
    ...{ address: BOOKED.address, note: BOOKED.note, zone: BUSINESS.zone },
    ...{ texts: false, wording: "You may email and call me about this visit.", source: "their own link" },
  });
}

import type { FieldTool } from "#ground/businesses/public.server.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";

interface OperatorMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Invites a person from the waitlist. @param link works once, for 90 days */
export function invitationMail({
  brand,
  tool,
  link,
}: {
  brand: string;
  tool: FieldTool;
  link: string;
}): OperatorMail {
  return {
    subject: `${tool.name} is ready for you`,
    ...layOutMail({
      brand,
      paragraphs: [
        `You joined the waitlist for early access to ${brand}. It’s your turn: ${tool.name} is open for you.`,
        "Use the link to log in with this address, or create a free account with it. The tool will be in your account, ready to use.",
      ],
      action: { label: `Open ${tool.name}`, url: link },
      closing: [
        "The link is for this address, works once, and lasts 90 days.",
        "Early access means we’re still working on it. If something doesn’t work for you, write to us on the contact page. A person reads every message.",
      ],
      footer: { reason: "You’re getting this because you joined our waitlist with this address." },
    }),
  };
}

/** Tells the owners that their account was suspended, and what that means. */
export function suspendedMail({
  brand,
  business,
  reason,
  contact,
}: {
  brand: string;
  business: string;
  reason: string;
  contact: string;
}): OperatorMail {
  return {
    subject: `Your ${brand} account is suspended`,
    ...layOutMail({
      brand,
      paragraphs: [
        `We have suspended the account for ${business}. Our reason:`,
        reason,
        "Until we restore it, no one can work in it, your personal pages are closed, and no follow-up goes out. Nothing was deleted.",
      ],
      action: { label: "Write to us", url: contact },
      closing: ["If you think this is a mistake, tell us. A person will read it."],
    }),
  };
}

/** Tells the owners that they can work again. */
export function restoredMail({
  brand,
  business,
  link,
}: {
  brand: string;
  business: string;
  link: string;
}): OperatorMail {
  return {
    subject: `Your ${brand} account is open again`,
    ...layOutMail({
      brand,
      paragraphs: [
        `The account for ${business} is open again. Everything is where you left it, and your personal pages work.`,
        "Follow-up that was waiting resumes with the same spacing. Anything more than 30 days late isn’t sent, and the lead’s page says so.",
      ],
      action: { label: "Open your account", url: link },
    }),
  };
}

import type { SheetWords } from "./frame.ts";

/**
 * The text of each page's social picture, by file name: `/images/social/{name}.png` for the page
 * `/{name}`. Pages without one use the home page's (head.ts). Titles contain their line breaks. Articles
 * define theirs in their front matter.
 */
export const pagePictures = {
  plumbline: {
    title: "Automated\nClient Follow-Up\nfor Busy\nService Pros",
    small: "Follow-up without a CRM",
  },
  leadMagnet: {
    title: "Give Them\na Guide Before\nYou Give Them\na Quote",
    small: "Lead magnets",
  },
  leadDrip: {
    title: "Follow-Up\nEmails and\nCall Scripts",
    small: "Lead drips",
  },
  about: { title: "You Were\non a Roof\nWhen They\nAsked", small: "About us" },
  contact: { title: "Contact Us", small: "Questions and support" },
  articles: {
    title: "Articles on\nDaily Logs",
    small: "For the jobsite",
  },
  genLeadMagnet: {
    title: "Make a Lead\nMagnet in\n60 Seconds",
    small: "First one is free",
  },
  genLeadDrip: {
    title: "Write the\nFollow-Up\nfor One Lead",
    small: "3–5 emails, 2–3 call scripts",
  },
  verify: { title: "Is This Photo\nthe Original?", small: "Check a file. Upload nothing." },
  buildlog: {
    title: "BuildLog",
    under: "Daily\nConstruction Log",
    small: "Works without a signal",
  },
  changeorder: {
    title: "ChangeLog",
    under: "Every change, with its date and its yes",
    small: "Works without a signal",
  },
  checky: {
    title: "Checky",
    under: "Smart Checklists for Construction Teams",
    small: "Works without a signal",
  },
  proofpix: {
    title: "ProofPix",
    under: "Photo Documentation Made Easy",
    small: "Works without a signal",
  },
  estimini: {
    title: "EstiMini",
    under: "Quick Estimates for Small Jobs",
    small: "Works without a signal",
  },
  sitesafe: {
    title: "SiteSafe",
    under: "Safety Docs and Inspections in One Place",
    small: "Works without a signal",
  },
  termsofservice: {
    title: "Terms of\nService",
    small: "Effective 6/22/2025",
  },
  privacy: {
    title: "Privacy\nPolicy",
    small: "Effective 6/22/2025",
  },
} as const satisfies Record<string, SheetWords>;

export type PageName = keyof typeof pagePictures;

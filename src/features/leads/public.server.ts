export { anyWaiting, keepWaiting } from "./captures.server.ts";
export { getLead, type Lead, type LeadStanding, leadStandings, leadStory, listLeads, noteBadAddress, recordReply } from "./data.server.ts";
export { closePage, findPageOfMagnet, givesAway, type LeadPage, listPages, offerOfPage, openPage, replaceOffer } from "./pages.server.ts";
export { leadStatus } from "./rules.ts";
export { mailArrivedSince } from "./read-mail.server.ts";
export { mayStillText, mayText, recordTextConsent, textOutcomeHeard, type TextStanding } from "./texts.server.ts";
export { unsubscribeToken } from "./tokens.server.ts";

export { anyWaiting, keepWaiting } from "./captures.server.ts";
export { answerLines } from "./form-fields.ts";
export { getLead, type Lead, type LeadStanding, leadStandings, leadStory, listLeads, noteBadAddress, recordReply } from "./data.server.ts";
export { closePage, findPageOfMagnet, givesAway, type LeadPage, listPages, offerOfPage, openPage, replaceOffer } from "./pages.server.ts";
export { leadStatus } from "./rules.ts";
export { mailArrivedSince } from "./read-mail.server.ts";
export { sourceWords } from "./source.ts";
export { unsubscribeToken } from "./tokens.server.ts";

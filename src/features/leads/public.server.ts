export { getLead, type Lead, type LeadStanding, leadStandings, leadStory, listLeads, recordReply, suppressAddress } from "./data.server.ts";
export { findPageOfMagnet, type LeadPage, listPages, offerOfPage, openPage } from "./pages.server.ts";
export { leadStatus } from "./rules.ts";
export { unsubscribeToken } from "./tokens.server.ts";

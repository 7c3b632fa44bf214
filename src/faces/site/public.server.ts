export {
  type ContactMessageRow,
  countMessages,
  listMessages,
  markMessage,
  type Shelf,
} from "./contact/inbox.server.ts";
export { type Counted, summariseViews, type ViewSummary } from "./page-views/summary.server.ts";
export {
  countWaitlist,
  findPlaces,
  isWaitlistSource,
  listWaitlist,
  waitlistByDay,
  type WaitlistFilter,
  waitlistInOrder,
  type WaitlistRow,
} from "./waitlist/list.server.ts";
export { WAITLIST_SOURCES, type WaitlistSource } from "./waitlist/sources.ts";

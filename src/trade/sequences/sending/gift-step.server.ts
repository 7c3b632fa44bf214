import { sql } from "drizzle-orm";

/**
 * Whether a row `s` of sequences_steps is what somebody was promised who asked for it, which nothing but an
 * opt-out stops. Only a first step can be, so nothing is looked up for the others. To people of a file it is
 * mail like any other.
 */
export const isGiftStep = sql`(s.step = 0 and exists (
  select from sequences_enrolments ge join sequences gq on gq.account_id = ge.account_id and gq.id = ge.sequence_id
   where ge.account_id = s.account_id and ge.id = s.enrolment_id and ge.asked and gq.steps -> 0 ->> 'kind' = 'gift'))`;

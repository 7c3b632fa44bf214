import { sql } from "drizzle-orm";

/**
 * SQL: whether a row `s` of sequences_steps is a gift its lead asked for, which only an opt-out stops. Only
 * step 0 can be one, so other steps need no lookup.
 */
export const isGiftStep = sql`(s.step = 0 and exists (
  select from sequences_enrolments ge join sequences gq on gq.account_id = ge.account_id and gq.id = ge.sequence_id
   where ge.account_id = s.account_id and ge.id = s.enrolment_id and ge.asked and gq.steps -> 0 ->> 'kind' = 'gift'))`;

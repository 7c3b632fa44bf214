import { sql } from "drizzle-orm";

// Literal SQL with bare column names: an index serves a query only where both say the same. The query names
// no other table with them.

/** How far a lead is, as `stageOf` of stages.ts says it; null for nobody's stage. */
export const stageExpression = sql`(case when outcome is not null then outcome when stage is not null and stage_at >= coalesce(greatest(replied_at, booked_at), stage_at) then stage when booked_at is not null then 'quoted' when replied_at is not null then 'talking' when unsubscribed_at is null then 'new' end)`;

/** Since when they are where they are, as good as it is known. */
export const stageSinceExpression = sql`(case when outcome is not null then coalesce(outcome_at, created_at) else greatest(created_at, replied_at, booked_at, stage_at) end)`;

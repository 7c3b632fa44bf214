import { sql } from "drizzle-orm";

// Literal SQL with bare column names, because PostgreSQL uses an expression index only if the query repeats
// the expression exactly. Don't join another table that has these columns.

/** The SQL equivalent of `stageOf` in stages.ts; null for no stage. */
export const stageExpression = sql`(case when outcome is not null then outcome when stage is not null and stage_at >= coalesce(greatest(replied_at, booked_at), stage_at) then stage when booked_at is not null then 'quoted' when replied_at is not null then 'talking' when unsubscribed_at is null then 'new' end)`;

/** When the lead entered its stage, as closely as known. */
export const stageSinceExpression = sql`(case when outcome is not null then coalesce(outcome_at, created_at) else greatest(created_at, replied_at, booked_at, stage_at) end)`;

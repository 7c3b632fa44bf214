ALTER TABLE "issues_issues" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- How often fixes weren't accepted so far, from what devices sent.
UPDATE "issues_issues" SET "refusals" = found."count"
  FROM (SELECT "account_id", "record_id", count(*) AS "count" FROM "sync_commands"
         WHERE "kind" = 'issues.issue' AND "sets" ->> 'state' = 'refused' GROUP BY "account_id", "record_id") found
 WHERE "issues_issues"."account_id" = found."account_id" AND "issues_issues"."id" = found."record_id";

CREATE TABLE "events_deeds" (
	"account_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"what" text NOT NULL,
	"about" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "events_deeds_account_id_lead_id_what_about_pk" PRIMARY KEY("account_id","lead_id","what","about")
);
--> statement-breakpoint
DROP INDEX "sequences_enrolments_once";--> statement-breakpoint
ALTER TABLE "sequences" ALTER COLUMN "page_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "trigger" jsonb DEFAULT '{"kind":"new lead"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sequences_enrolments" ADD COLUMN "run" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sequences_steps" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sequences_dates" ON "sequences" USING btree ((trigger ->> 'on')) WHERE trigger ->> 'kind' = 'date' and begun_at is null and retired_at is null;--> statement-breakpoint
CREATE INDEX "sequences_steps_tasks" ON "sequences_steps" USING btree ("account_id","decided_at") WHERE state = 'task';--> statement-breakpoint
CREATE UNIQUE INDEX "sequences_enrolments_once" ON "sequences_enrolments" USING btree ("account_id","sequence_id","lead_id","run");
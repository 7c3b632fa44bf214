CREATE TABLE "checklists_marks" (
	"account_id" uuid NOT NULL,
	"answer" uuid NOT NULL,
	"run" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"list" text NOT NULL,
	"item" text NOT NULL,
	"month" text NOT NULL,
	"failed" boolean NOT NULL,
	"person" uuid,
	CONSTRAINT "checklists_marks_account_id_answer_pk" PRIMARY KEY("account_id","answer")
);
--> statement-breakpoint
CREATE TABLE "checklists_tallies" (
	"account_id" uuid NOT NULL,
	"list" text NOT NULL,
	"item" text NOT NULL,
	"month" text NOT NULL,
	"title" text NOT NULL,
	"words" text NOT NULL,
	"marked" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "checklists_tallies_account_id_list_item_month_pk" PRIMARY KEY("account_id","list","item","month")
);
--> statement-breakpoint
CREATE INDEX "checklists_marks_of_run" ON "checklists_marks" USING btree ("account_id","run");--> statement-breakpoint
CREATE INDEX "checklists_marks_failed" ON "checklists_marks" USING btree ("account_id","list","item","month","person") WHERE failed;
-- Reports that were sent become papers: who got them, what their links are, and who signed.
CREATE TABLE "papers" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"thing_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"number" text,
	"job_id" uuid,
	"account_path" text NOT NULL,
	"title" text NOT NULL,
	"file" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"approvers" integer,
	"answer_by" timestamp (3) with time zone,
	"state" text NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "papers_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "papers_answers" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"paper_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"answer" text NOT NULL,
	"name" text NOT NULL,
	"words" text NOT NULL,
	"signature_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "papers_answers_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "papers_recipients" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"paper_id" uuid NOT NULL,
	"way" text NOT NULL,
	"address" text NOT NULL,
	"lead_id" uuid,
	"link_id" uuid NOT NULL,
	"asks" text NOT NULL,
	"sent_by" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"viewed_at" timestamp (3) with time zone,
	CONSTRAINT "papers_recipients_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "papers_series" (
	"account_id" uuid NOT NULL,
	"series" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "papers_series_account_id_series_pk" PRIMARY KEY("account_id","series")
);
--> statement-breakpoint
ALTER TABLE "shares_links" ADD COLUMN "page" text;--> statement-breakpoint
CREATE UNIQUE INDEX "papers_version" ON "papers" USING btree ("account_id","kind","thing_id","version");--> statement-breakpoint
CREATE INDEX "papers_of_job" ON "papers" USING btree ("account_id","job_id");--> statement-breakpoint
CREATE INDEX "papers_answers_of_paper" ON "papers_answers" USING btree ("account_id","paper_id","at");--> statement-breakpoint
CREATE INDEX "papers_recipients_of_paper" ON "papers_recipients" USING btree ("account_id","paper_id");--> statement-breakpoint
CREATE INDEX "papers_recipients_lead" ON "papers_recipients" USING btree ("account_id","lead_id");--> statement-breakpoint
CREATE INDEX "papers_recipients_at" ON "papers_recipients" USING btree ("account_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "papers_recipients_link" ON "papers_recipients" USING btree ("account_id","link_id");--> statement-breakpoint
INSERT INTO "papers" ("account_id", "id", "kind", "thing_id", "version", "job_id", "account_path", "title", "file", "file_name", "sha256", "state", "state_at", "made_by", "created_at")
SELECT r.account_id, r.id, 'report', r.id, 1, r.job_id, '/account/reports/' || r.id,
       coalesce((SELECT l.title FROM "reports_sendings" s JOIN "shares_links" l ON l.account_id = s.account_id AND l.id = s.link_id
                  WHERE s.account_id = r.account_id AND s.report_id = r.id ORDER BY s.at LIMIT 1), 'Report: ' || r.job_name),
       r.file, r.file_name, r.sha256, 'open', r.ready_at, r.made_by, r.ready_at
  FROM "reports" r
 WHERE r.file IS NOT NULL AND r.file_name IS NOT NULL AND r.sha256 IS NOT NULL AND r.ready_at IS NOT NULL
   AND EXISTS (SELECT FROM "reports_sendings" s WHERE s.account_id = r.account_id AND s.report_id = r.id);--> statement-breakpoint
INSERT INTO "papers_recipients" ("account_id", "id", "paper_id", "way", "address", "lead_id", "link_id", "asks", "sent_by", "at", "viewed_at")
SELECT s.account_id, s.id, s.report_id, 'email', s.recipient, s.lead_id, s.link_id,
       CASE WHEN EXISTS (SELECT FROM "shares_links" l WHERE l.account_id = s.account_id AND l.id = s.link_id AND l.ask_signature) THEN 'signature' ELSE 'nothing' END,
       s.sent_by, s.at,
       (SELECT min(v.at) FROM "shares_visits" v WHERE v.account_id = s.account_id AND v.link_id = s.link_id AND v.who = 'person' AND v.did <> 'mistyped')
  FROM "reports_sendings" s;--> statement-breakpoint
INSERT INTO "papers_answers" ("account_id", "id", "paper_id", "recipient_id", "answer", "name", "words", "signature_id", "at")
SELECT g.account_id, g.id, r.paper_id, r.id, CASE g.state WHEN 'signed' THEN 'approved' ELSE 'declined' END, g.name, g.reason, g.id, g.at
  FROM "signatures" g JOIN "papers_recipients" r ON r.account_id = g.account_id AND r.link_id = g.link_id;--> statement-breakpoint
UPDATE "shares_links" l SET "page" = 'report'
  FROM "papers_recipients" r JOIN "papers" p ON p.account_id = r.account_id AND p.id = r.paper_id
 WHERE l.account_id = r.account_id AND l.id = r.link_id;--> statement-breakpoint
DROP TABLE "reports_sendings";

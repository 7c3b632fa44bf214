CREATE INDEX "evidence_entries_corrections" ON "evidence_entries" USING btree ("account_id","job_id","corrects") WHERE corrects is not null;--> statement-breakpoint
CREATE INDEX "evidence_entries_erasures" ON "evidence_entries" USING btree ("account_id","job_id") WHERE kind = 'evidence.erased';--> statement-breakpoint
CREATE INDEX "sync_records_kind" ON "sync_records" USING btree ("account_id","kind","job_id","id");--> statement-breakpoint
CREATE INDEX "worklist_items_with_photos" ON "worklist_items" USING btree ("account_id","job_id","date") WHERE photos <> '{}';
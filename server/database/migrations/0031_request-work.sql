CREATE TABLE "request_work" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"assignee_id" text,
	"assignee_name" text,
	"notes" text DEFAULT '' NOT NULL,
	"notes_version" integer DEFAULT 0 NOT NULL,
	"done" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "request_work" ADD CONSTRAINT "request_work_request_id_simulation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."simulation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_work_assignee" ON "request_work" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "simulation_requests_due" ON "simulation_requests" USING btree (coalesce("due_at", "created"),"id") WHERE "simulation_requests"."status" in ('paid', 'in progress');--> statement-breakpoint
CREATE INDEX "simulation_requests_status" ON "simulation_requests" USING btree ("status","created","id");
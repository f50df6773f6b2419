CREATE TABLE "request_drafts" (
	"person_id" text NOT NULL,
	"project_id" uuid NOT NULL,
	"stamp" uuid NOT NULL,
	"sent_as" uuid,
	"content" json NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_drafts_person_id_project_id_pk" PRIMARY KEY("person_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "request_drafts" ADD CONSTRAINT "request_drafts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_drafts" ADD CONSTRAINT "request_drafts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_drafts_project" ON "request_drafts" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "request_drafts_sent" ON "request_drafts" USING btree ("sent_as");
CREATE TABLE "seen_files" (
	"person_id" text NOT NULL,
	"document_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seen_files_person_id_document_id_pk" PRIMARY KEY("person_id","document_id")
);
--> statement-breakpoint
DROP INDEX "comments_project";--> statement-breakpoint
ALTER TABLE "seen_files" ADD CONSTRAINT "seen_files_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_files" ADD CONSTRAINT "seen_files_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seen_files_project" ON "seen_files" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "files_reports" ON "files" USING btree ("project_id","uploaded_at") WHERE "files"."folder" = 'reports';--> statement-breakpoint
CREATE INDEX "comments_project" ON "comments" USING btree ("project_id","created");
--> statement-breakpoint
-- Only the person who has seen something is told, in all their tabs.
CREATE FUNCTION "note_seen_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('comments', NEW."project_id", NEW."project_id", NEW."person_id", false);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "seen_files_noted" AFTER INSERT OR UPDATE ON "seen_files"
FOR EACH ROW EXECUTE FUNCTION "note_seen_change"();

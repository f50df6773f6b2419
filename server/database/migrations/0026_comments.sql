CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"thread_id" uuid,
	"anchor" jsonb,
	"text" text NOT NULL,
	"author" text NOT NULL,
	"mentions" jsonb NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text
);
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_document" ON "comments" USING btree ("document_id","created","id") WHERE "comments"."thread_id" is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("thread_id","created","id");--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author");--> statement-breakpoint
CREATE INDEX "comments_project" ON "comments" USING btree ("project_id");--> statement-breakpoint
CREATE FUNCTION "note_comment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "in_project" uuid;
BEGIN
  IF TG_OP = 'DELETE' THEN
    "in_project" := OLD."project_id";
  ELSE
    "in_project" := NEW."project_id";
  END IF;
  PERFORM note_change('comments', "in_project", "in_project", '', (SELECT NOT "is_private" FROM "projects" WHERE "id" = "in_project"));
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "comments_noted" AFTER INSERT OR UPDATE OR DELETE ON "comments"
FOR EACH ROW EXECUTE FUNCTION "note_comment_change"();

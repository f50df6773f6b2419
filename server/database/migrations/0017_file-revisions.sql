CREATE TABLE "file_revisions" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"size" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "document_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "file_revisions" ADD CONSTRAINT "file_revisions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_revisions" ADD CONSTRAINT "file_revisions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_revisions_project" ON "file_revisions" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "files_document" ON "files" USING btree ("document_id","uploaded_at","id") WHERE "files"."document_id" is not null;--> statement-breakpoint
-- Earlier revisions are hidden files, whose sizes the triggers of files do not count.
CREATE FUNCTION "count_file_revisions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "projects" SET "used_bytes" = "used_bytes" + "change"."bytes"
  FROM (
    SELECT "project_id", sum(CASE TG_OP WHEN 'INSERT' THEN "size" ELSE -"size" END) AS "bytes"
    FROM "changed" GROUP BY "project_id"
  ) AS "change"
  WHERE "projects"."id" = "change"."project_id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "file_revisions_inserted" AFTER INSERT ON "file_revisions"
REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_file_revisions"();--> statement-breakpoint
CREATE TRIGGER "file_revisions_deleted" AFTER DELETE ON "file_revisions"
REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_file_revisions"();

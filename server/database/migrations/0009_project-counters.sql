ALTER TABLE "projects" ADD COLUMN "file_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "used_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "files_newest" ON "files" USING btree ("project_id","uploaded_at","id") WHERE "files"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "projects_newest" ON "projects" USING btree ("created","id");--> statement-breakpoint
-- An update that changes neither number does not lock the project. This avoids a deadlock with a transaction that holds
-- the project and waits for the file.
CREATE FUNCTION "count_project_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE "projects"
    SET "file_count" = "file_count" + "change"."files", "used_bytes" = "used_bytes" + "change"."bytes"
    FROM (
      SELECT "project_id", count(*) AS "files", sum("size") AS "bytes"
      FROM "new_files" WHERE "hidden_at" IS NULL GROUP BY "project_id"
    ) AS "change"
    WHERE "projects"."id" = "change"."project_id";
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE "projects"
    SET "file_count" = "file_count" - "change"."files", "used_bytes" = "used_bytes" - "change"."bytes"
    FROM (
      SELECT "project_id", count(*) AS "files", sum("size") AS "bytes"
      FROM "old_files" WHERE "hidden_at" IS NULL GROUP BY "project_id"
    ) AS "change"
    WHERE "projects"."id" = "change"."project_id";
  ELSE
    UPDATE "projects"
    SET "file_count" = "file_count" + "change"."files", "used_bytes" = "used_bytes" + "change"."bytes"
    FROM (
      SELECT "project_id", sum("files") AS "files", sum("bytes") AS "bytes"
      FROM (
        SELECT "project_id", 1 AS "files", "size" AS "bytes" FROM "new_files" WHERE "hidden_at" IS NULL
        UNION ALL
        SELECT "project_id", -1, -"size" FROM "old_files" WHERE "hidden_at" IS NULL
      ) AS "changed"
      GROUP BY "project_id" HAVING sum("files") <> 0 OR sum("bytes") <> 0
    ) AS "change"
    WHERE "projects"."id" = "change"."project_id";
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "files_inserted" AFTER INSERT ON "files"
REFERENCING NEW TABLE AS "new_files" FOR EACH STATEMENT EXECUTE FUNCTION "count_project_files"();--> statement-breakpoint
CREATE TRIGGER "files_updated" AFTER UPDATE ON "files"
REFERENCING OLD TABLE AS "old_files" NEW TABLE AS "new_files" FOR EACH STATEMENT EXECUTE FUNCTION "count_project_files"();--> statement-breakpoint
CREATE TRIGGER "files_deleted" AFTER DELETE ON "files"
REFERENCING OLD TABLE AS "old_files" FOR EACH STATEMENT EXECUTE FUNCTION "count_project_files"();--> statement-breakpoint
UPDATE "projects"
SET "file_count" = "listed"."files", "used_bytes" = "listed"."bytes"
FROM (
  SELECT "project_id", count(*) AS "files", sum("size") AS "bytes"
  FROM "files" WHERE "hidden_at" IS NULL GROUP BY "project_id"
) AS "listed"
WHERE "projects"."id" = "listed"."project_id";
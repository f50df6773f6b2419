CREATE TABLE "commented_files" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"is_listed" boolean NOT NULL,
	"open_threads" integer DEFAULT 0 NOT NULL,
	"newest" timestamp (3) with time zone,
	"newest_by" text,
	"newest_by_others" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "open_comments" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "commented_files" ADD CONSTRAINT "commented_files_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commented_files_newest" ON "commented_files" USING btree ("project_id","newest");--> statement-breakpoint
CREATE INDEX "comments_newest" ON "comments" USING btree ("document_id","author","created") WHERE "comments"."deleted_at" is null;--> statement-breakpoint
-- Counts the comments on these files from scratch, and adds the difference to the projects. The rows are locked first: the
-- comments are read by a later statement, which sees what earlier holders of the locks have written. The functions plan each
-- statement for the files at hand: a plan for one file takes the square of the time for thousands, which the deletion of a
-- person's data can change at once.
CREATE FUNCTION "recount_comments"("of_documents" uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM FROM "commented_files" WHERE "document_id" = ANY("of_documents") ORDER BY "document_id" FOR UPDATE;
  WITH "recounted" AS (
    UPDATE "commented_files" AS "file"
    SET "open_threads" = "threads"."open", "newest" = "authors"."times"[1], "newest_by" = "authors"."names"[1],
      "newest_by_others" = "authors"."times"[2]
    FROM "commented_files" AS "before",
    LATERAL (
      SELECT count(*) AS "open" FROM "comments"
      WHERE "document_id" = "before"."document_id" AND "thread_id" IS NULL AND "resolved_at" IS NULL
    ) AS "threads",
    -- The newest comment of each author, from one author to the next in the index.
    LATERAL (
      WITH RECURSIVE "newest_of" AS (
        (
          SELECT "author", "created" FROM "comments"
          WHERE "document_id" = "before"."document_id" AND "deleted_at" IS NULL
          ORDER BY "author" DESC, "created" DESC LIMIT 1
        )
        UNION ALL
        SELECT "next"."author", "next"."created" FROM "newest_of", LATERAL (
          SELECT "author", "created" FROM "comments"
          WHERE "document_id" = "before"."document_id" AND "deleted_at" IS NULL AND "author" < "newest_of"."author"
          ORDER BY "author" DESC, "created" DESC LIMIT 1
        ) AS "next"
      )
      SELECT array_agg("created" ORDER BY "created" DESC, "author") AS "times",
        array_agg("author" ORDER BY "created" DESC, "author") AS "names"
      FROM "newest_of"
    ) AS "authors"
    WHERE "before"."document_id" = ANY("of_documents") AND "file"."document_id" = "before"."document_id"
    RETURNING "file"."project_id", "file"."is_listed", "file"."open_threads" - "before"."open_threads" AS "opened"
  )
  UPDATE "projects" SET "open_comments" = "open_comments" + "change"."opened"
  FROM (
    SELECT "project_id", sum("opened") AS "opened" FROM "recounted"
    WHERE "is_listed" GROUP BY "project_id" HAVING sum("opened") <> 0
  ) AS "change"
  WHERE "projects"."id" = "change"."project_id";
  DELETE FROM "commented_files"
  WHERE "document_id" = ANY("of_documents") AND "open_threads" = 0 AND "newest" IS NULL;
END
$$;--> statement-breakpoint
-- Two queries, because each uses an index even without planner statistics.
CREATE FUNCTION "is_listed_file"("of_document" uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "files" WHERE "id" = "of_document" AND "hidden_at" IS NULL)
    OR EXISTS (SELECT FROM "files" WHERE "document_id" = "of_document" AND "hidden_at" IS NULL)
$$;--> statement-breakpoint
-- Triggers, so that nodes of the version before this migration count too. Those nodes resolve a thread, delete hidden files, and
-- delete a person's data, without locking the projects first. At the same moment, a call of a new node on the same rows may
-- hold the project and wait for a comment: PostgreSQL then ends one of the two, which is answered with 503 and changes nothing.
CREATE FUNCTION "count_comments"() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  "documents" uuid[];
  "in_projects" uuid[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- New nodes have locked these projects. EXCEPT instead of joins of the two tables: their plans are kept from the first
    -- update of the session, which may have been of no comment.
    PERFORM FROM "projects" WHERE "id" IN (
      SELECT "project_id" FROM (
        SELECT "id", "project_id", "resolved_at" IS NULL FROM "changed_comments"
        EXCEPT SELECT "id", "project_id", "resolved_at" IS NULL FROM "old_comments"
      ) AS "changed"
    ) ORDER BY "id" FOR NO KEY UPDATE;
    -- A changed text changes no number. The new rows name all files, since a comment never moves to another one.
    SELECT array_agg("document_id" ORDER BY "document_id"), array_agg("project_id" ORDER BY "document_id")
    INTO "documents", "in_projects"
    FROM (
      SELECT DISTINCT ON ("document_id") "document_id", "project_id"
      FROM (
        SELECT "id", "document_id", "project_id", "author", "created", "deleted_at", "resolved_at" FROM "changed_comments"
        EXCEPT
        SELECT "id", "document_id", "project_id", "author", "created", "deleted_at", "resolved_at" FROM "old_comments"
      ) AS "changed"
    ) AS "commented";
  ELSE
    SELECT array_agg("document_id" ORDER BY "document_id"), array_agg("project_id" ORDER BY "document_id")
    INTO "documents", "in_projects"
    FROM (SELECT DISTINCT ON ("document_id") "document_id", "project_id" FROM "changed_comments") AS "commented";
  END IF;
  IF "documents" IS NULL THEN
    RETURN NULL;
  END IF;
  -- Adds missing rows and locks the others. After a deletion, a file without a row has no comments left.
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "commented_files" ("document_id", "project_id", "is_listed")
    SELECT "document_id", "project_id", is_listed_file("document_id")
    FROM unnest("documents", "in_projects") AS "commented"("document_id", "project_id")
    ON CONFLICT ("document_id") DO UPDATE SET "document_id" = excluded."document_id";
  END IF;
  PERFORM recount_comments("documents");
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "comments_inserted" AFTER INSERT ON "comments"
REFERENCING NEW TABLE AS "changed_comments" FOR EACH STATEMENT EXECUTE FUNCTION "count_comments"();--> statement-breakpoint
CREATE TRIGGER "comments_updated" AFTER UPDATE ON "comments"
REFERENCING OLD TABLE AS "old_comments" NEW TABLE AS "changed_comments"
FOR EACH STATEMENT EXECUTE FUNCTION "count_comments"();--> statement-breakpoint
CREATE TRIGGER "comments_deleted" AFTER DELETE ON "comments"
REFERENCING OLD TABLE AS "changed_comments" FOR EACH STATEMENT EXECUTE FUNCTION "count_comments"();--> statement-breakpoint
-- A change that lists or hides a file also changes the project's number of files, so the project is already locked: triggers
-- run in the order of their names.
CREATE FUNCTION "list_commented_files"() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  "documents" uuid[];
BEGIN
  SELECT array_agg(DISTINCT coalesce("document_id", "id")) INTO "documents" FROM "changed_files";
  WITH "changed" AS (
    UPDATE "commented_files" SET "is_listed" = NOT "is_listed"
    WHERE "document_id" = ANY("documents") AND "is_listed" <> is_listed_file("document_id")
    RETURNING "project_id", "is_listed", "open_threads"
  )
  UPDATE "projects" SET "open_comments" = "open_comments" + "change"."opened"
  FROM (
    SELECT "project_id", sum(CASE WHEN "is_listed" THEN "open_threads" ELSE -"open_threads" END) AS "opened"
    FROM "changed" WHERE "open_threads" > 0 GROUP BY "project_id"
  ) AS "change"
  WHERE "projects"."id" = "change"."project_id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "listed_files_inserted" AFTER INSERT ON "files"
REFERENCING NEW TABLE AS "changed_files" FOR EACH STATEMENT EXECUTE FUNCTION "list_commented_files"();--> statement-breakpoint
CREATE TRIGGER "listed_files_updated" AFTER UPDATE ON "files"
REFERENCING NEW TABLE AS "changed_files" FOR EACH STATEMENT EXECUTE FUNCTION "list_commented_files"();--> statement-breakpoint
CREATE TRIGGER "listed_files_deleted" AFTER DELETE ON "files"
REFERENCING OLD TABLE AS "changed_files" FOR EACH STATEMENT EXECUTE FUNCTION "list_commented_files"();--> statement-breakpoint
-- Changes of comments are reported as such: the number of open threads is not reported as a change of the project too.
DROP TRIGGER "project_change_noted" ON "projects";--> statement-breakpoint
CREATE TRIGGER "project_change_noted" AFTER UPDATE ON "projects" FOR EACH ROW
WHEN (to_jsonb(OLD) - 'open_comments' IS DISTINCT FROM to_jsonb(NEW) - 'open_comments')
EXECUTE FUNCTION "note_project_change"();--> statement-breakpoint
INSERT INTO "commented_files" ("document_id", "project_id", "is_listed")
SELECT "document_id", "project_id", is_listed_file("document_id")
FROM (SELECT DISTINCT ON ("document_id") "document_id", "project_id" FROM "comments") AS "commented";--> statement-breakpoint
SELECT recount_comments(array_agg("document_id")) FROM "commented_files";

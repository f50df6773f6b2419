CREATE TABLE "live_events" (
	"transaction" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" uuid NOT NULL,
	"person" text DEFAULT '' NOT NULL,
	"project_id" uuid NOT NULL,
	"open" boolean NOT NULL,
	"position" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_events_transaction_kind_subject_person_pk" PRIMARY KEY("transaction","kind","subject","person")
);
--> statement-breakpoint
CREATE INDEX "live_events_at" ON "live_events" USING btree ("at");--> statement-breakpoint
-- Writes an event once per transaction and tells the nodes about it. Nothing is written for a draft.
CREATE FUNCTION "note_change"("of_kind" text, "about" uuid, "in_project" uuid, "for_person" text, "is_open" boolean)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "written" "live_events";
BEGIN
  INSERT INTO "live_events" ("transaction", "kind", "subject", "person", "project_id", "open", "position")
  VALUES (
    pg_current_xact_id()::text::bigint, "of_kind", "about", "for_person", "in_project", coalesce("is_open", false),
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  )
  ON CONFLICT DO NOTHING RETURNING * INTO "written";
  IF "written"."kind" IS NOT NULL THEN
    PERFORM pg_notify('live', json_build_object(
      'kind', "written"."kind", 'subject', "written"."subject", 'person', "written"."person",
      'projectId', "written"."project_id", 'open', "written"."open", 'position', "written"."position", 'at', "written"."at"
    )::text);
  END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION "note_project_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_change('project', OLD."id", OLD."id", '', NOT OLD."is_private");
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM note_change('project', NEW."id", NEW."id", '', NOT NEW."is_private");
  ELSE
    PERFORM note_change('project', NEW."id", NEW."id", '', NOT (NEW."is_private" AND OLD."is_private"));
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "project_noted" AFTER INSERT OR DELETE ON "projects"
FOR EACH ROW EXECUTE FUNCTION "note_project_change"();--> statement-breakpoint
CREATE TRIGGER "project_change_noted" AFTER UPDATE ON "projects"
FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "note_project_change"();--> statement-breakpoint
-- Whoever joins or leaves a project is told personally: a removed member could not be found otherwise. The deletion of a
-- project deletes its members, so that each of them is told.
CREATE FUNCTION "note_member_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_change('project', OLD."project_id", OLD."project_id", OLD."user_id", false);
  ELSE
    PERFORM note_change('project', NEW."project_id", NEW."project_id", NEW."user_id", false);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "member_noted" AFTER INSERT OR DELETE ON "project_members"
FOR EACH ROW EXECUTE FUNCTION "note_member_change"();--> statement-breakpoint
CREATE FUNCTION "note_files_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_change('files', "project_id", "project_id", '', (SELECT NOT "is_private" FROM "projects" WHERE "id" = "project_id"))
    FROM (SELECT DISTINCT "project_id" FROM "old_files") AS "changed";
  ELSE
    PERFORM note_change('files', "project_id", "project_id", '', (SELECT NOT "is_private" FROM "projects" WHERE "id" = "project_id"))
    FROM (SELECT DISTINCT "project_id" FROM "new_files") AS "changed";
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "files_insert_noted" AFTER INSERT ON "files"
REFERENCING NEW TABLE AS "new_files" FOR EACH STATEMENT EXECUTE FUNCTION "note_files_change"();--> statement-breakpoint
CREATE TRIGGER "files_update_noted" AFTER UPDATE ON "files"
REFERENCING NEW TABLE AS "new_files" FOR EACH STATEMENT EXECUTE FUNCTION "note_files_change"();--> statement-breakpoint
CREATE TRIGGER "files_delete_noted" AFTER DELETE ON "files"
REFERENCING OLD TABLE AS "old_files" FOR EACH STATEMENT EXECUTE FUNCTION "note_files_change"();--> statement-breakpoint
CREATE FUNCTION "note_request_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change(
    'request', NEW."id", NEW."project_id", '', (SELECT NOT "is_private" FROM "projects" WHERE "projects"."id" = NEW."project_id")
  );
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "request_noted" AFTER UPDATE OF "status" ON "simulation_requests"
FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION "note_request_change"();

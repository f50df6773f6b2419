CREATE TABLE "notice_settings" (
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"delivery" text NOT NULL,
	CONSTRAINT "notice_settings_person_id_kind_pk" PRIMARY KEY("person_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" text NOT NULL,
	"project_id" uuid NOT NULL,
	"project_name" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text,
	"actor_id" text,
	"actor_name" text,
	"document_id" uuid,
	"request_id" uuid,
	"comment_id" uuid,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mail" text,
	"digest_id" uuid
);
--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("person_id","created","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("person_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notices_digest" ON "notices" USING btree ("digest_id");--> statement-breakpoint
CREATE INDEX "notices_project" ON "notices" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "notices_comment" ON "notices" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "notices_actor" ON "notices" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" USING btree ("created");--> statement-breakpoint
-- Only the person who receives a notice is told about it.
CREATE FUNCTION "note_notice_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_change('notices', OLD."project_id", OLD."project_id", OLD."person_id", false);
  ELSE
    PERFORM note_change('notices', NEW."project_id", NEW."project_id", NEW."person_id", false);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "notices_noted" AFTER INSERT OR DELETE OR UPDATE OF "read_at" ON "notices"
FOR EACH ROW EXECUTE FUNCTION "note_notice_change"();

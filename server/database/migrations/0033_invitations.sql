CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"token_hash" text,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_by" text,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_once" ON "invitations" USING btree ("project_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("project_id","created","id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_inviter" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "invitations_expiry" ON "invitations" USING btree ("expires_at");
--> statement-breakpoint
-- Open pages show who was invited. Creating the link for an e-mail changes nothing that they show.
CREATE FUNCTION "note_invitation_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "changed_in" uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD."project_id" ELSE NEW."project_id" END;
BEGIN
  PERFORM note_change('project', "changed_in", "changed_in", '', (SELECT NOT "is_private" FROM "projects" WHERE "id" = "changed_in"));
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "invitations_noted" AFTER INSERT OR DELETE OR UPDATE OF "status", "sent_at", "role" ON "invitations"
FOR EACH ROW EXECUTE FUNCTION "note_invitation_change"();

ALTER TABLE "file_shares" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "file_shares" ADD COLUMN "password_hash" text;
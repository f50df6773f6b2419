CREATE TABLE "identity_accounts" (
	"sub" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"is_confirmed" boolean NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_accounts_password" UNIQUE("email","password_hash")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "identity_accounts_confirmed" ON "identity_accounts" USING btree ("email") WHERE "identity_accounts"."is_confirmed";
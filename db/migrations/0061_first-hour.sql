CREATE TABLE `email_proofs` (
	`admin_user_id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`occasion` text NOT NULL,
	`token_digest` text,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`admin_user_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_proofs_occasion_unique` ON `email_proofs` (`occasion`);--> statement-breakpoint
CREATE UNIQUE INDEX `email_proofs_token_digest_unique` ON `email_proofs` (`token_digest`);--> statement-breakpoint
CREATE TABLE `opening_steps` (
	`step` text PRIMARY KEY NOT NULL,
	`confirmed_at` integer NOT NULL,
	CONSTRAINT "opening_steps_step" CHECK("opening_steps"."step" in ('prices', 'pictures', 'sample-company', 'closed'))
);
--> statement-breakpoint
CREATE TRIGGER `opening_steps_added` AFTER INSERT ON `opening_steps` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;

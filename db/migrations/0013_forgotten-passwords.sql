CREATE TABLE `password_resets` (
	`admin_user_id` integer PRIMARY KEY NOT NULL,
	`occasion` text,
	`token_digest` text,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`admin_user_id`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_resets_occasion_unique` ON `password_resets` (`occasion`);--> statement-breakpoint
CREATE UNIQUE INDEX `password_resets_token_digest_unique` ON `password_resets` (`token_digest`);--> statement-breakpoint
ALTER TABLE `admin_users` ADD `email` text;--> statement-breakpoint
CREATE UNIQUE INDEX `admin_users_email` ON `admin_users` (lower("email"));
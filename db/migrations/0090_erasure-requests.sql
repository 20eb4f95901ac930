CREATE TABLE `erasure_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `erasure_requests_email_unique` ON `erasure_requests` (`email`);--> statement-breakpoint
CREATE INDEX `erasure_requests_by_age` ON `erasure_requests` (`created_at`);
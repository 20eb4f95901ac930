CREATE TABLE `erased_addresses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`digest` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `erased_addresses_digest_unique` ON `erased_addresses` (`digest`);--> statement-breakpoint
CREATE INDEX `erased_addresses_by_age` ON `erased_addresses` (`created_at`);
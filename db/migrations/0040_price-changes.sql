CREATE TABLE `price_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`price_change_cents` integer NOT NULL,
	`words` text NOT NULL,
	`taken` text NOT NULL,
	`undoes_id` integer,
	`form_key` text NOT NULL,
	`changed_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`changed_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_changes_undoes_id_unique` ON `price_changes` (`undoes_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `price_changes_form_key_unique` ON `price_changes` (`form_key`);--> statement-breakpoint
CREATE INDEX `price_changes_by_booking` ON `price_changes` (`booking_id`);
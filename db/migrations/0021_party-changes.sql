CREATE TABLE `party_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`price_change_cents` integer NOT NULL,
	`stays_cents` integer DEFAULT 0 NOT NULL,
	`refund_cents` integer DEFAULT 0 NOT NULL,
	`form_key` text NOT NULL,
	`changed_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`changed_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `party_changes_form_key_unique` ON `party_changes` (`form_key`);--> statement-breakpoint
CREATE INDEX `party_changes_by_booking` ON `party_changes` (`booking_id`);
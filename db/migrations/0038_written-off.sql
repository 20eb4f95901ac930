CREATE TABLE `write_offs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`form_key` text NOT NULL,
	`recorded_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`recorded_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "write_offs_amount" CHECK("write_offs"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `write_offs_form_key_unique` ON `write_offs` (`form_key`);--> statement-breakpoint
CREATE INDEX `write_offs_by_booking` ON `write_offs` (`booking_id`);--> statement-breakpoint
CREATE INDEX `write_offs_by_age` ON `write_offs` (`created_at`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `written_off_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `installments` ADD `written_off_cents` integer DEFAULT 0 NOT NULL;
CREATE TABLE `departure_moves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`from_starts_on` text NOT NULL,
	`from_ends_on` text NOT NULL,
	`price_change_id` integer,
	`form_key` text NOT NULL,
	`moved_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`price_change_id`) REFERENCES `price_changes`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`moved_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `departure_moves_form_key_unique` ON `departure_moves` (`form_key`);--> statement-breakpoint
CREATE INDEX `departure_moves_by_booking` ON `departure_moves` (`booking_id`);
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
CREATE INDEX `departure_moves_by_booking` ON `departure_moves` (`booking_id`);--> statement-breakpoint
DROP TRIGGER `bookings_recounted`;--> statement-breakpoint
CREATE TRIGGER `bookings_recounted` AFTER UPDATE OF `payment_status` ON `bookings` WHEN old.`payment_status` <> new.`payment_status` BEGIN INSERT INTO `totals` (`name`, `amount`) VALUES ('bookings:' || old.`payment_status`, -1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `totals` (`name`, `amount`) VALUES ('bookings:' || new.`payment_status`, 1) ON CONFLICT (`name`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; INSERT INTO `slot_tallies` (`series`, `slot`, `amount`) VALUES ('bookings', new.`updated_at` / 900000, new.`payment_status` in ('deposit_paid', 'completed') and old.`payment_status` not in ('deposit_paid', 'completed', 'cancelled')) ON CONFLICT (`series`, `slot`) DO UPDATE SET `amount` = `amount` + excluded.`amount`; UPDATE `installments` SET `is_owed` = new.`payment_status` in ('deposit_paid', 'completed') WHERE `booking_id` = new.`id`; END;

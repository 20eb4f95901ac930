CREATE TABLE `form_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`command` text NOT NULL,
	`booking_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `form_keys_by_booking` ON `form_keys` (`booking_id`);--> statement-breakpoint
CREATE INDEX `form_keys_by_age` ON `form_keys` (`created_at`);--> statement-breakpoint
INSERT OR IGNORE INTO `form_keys` SELECT `form_key`, CASE `kind` WHEN 'left' THEN 'leave' ELSE 'join' END, `booking_id`, `created_at` FROM `party_changes`;--> statement-breakpoint
INSERT OR IGNORE INTO `form_keys` SELECT `form_key`, 'move', `booking_id`, `created_at` FROM `departure_moves`;--> statement-breakpoint
INSERT OR IGNORE INTO `form_keys` SELECT `form_key`, 'room', `booking_id`, `created_at` FROM `room_changes`;--> statement-breakpoint
INSERT OR IGNORE INTO `form_keys` SELECT `form_key`, 'price', `booking_id`, `created_at` FROM `price_changes` WHERE `code_id` IS NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `form_keys` SELECT `form_key`, 'payment', `booking_id`, coalesce(`entered_at`, `created_at`) FROM `payments` WHERE `form_key` IS NOT NULL AND `booking_id` IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `form_keys` SELECT `form_key`, 'write-off', `booking_id`, `created_at` FROM `write_offs` WHERE `amount_cents` > 0;--> statement-breakpoint
INSERT OR IGNORE INTO `form_keys` SELECT substr(`form_key`, 1, length(`form_key`) - 2), 'refund', `booking_id`, `created_at` FROM `refunds` WHERE `form_key` LIKE '%:0' AND `booking_id` IS NOT NULL;--> statement-breakpoint
DROP INDEX `departure_moves_form_key_unique`;--> statement-breakpoint
ALTER TABLE `departure_moves` DROP COLUMN `form_key`;--> statement-breakpoint
DROP INDEX `party_changes_form_key_unique`;--> statement-breakpoint
ALTER TABLE `party_changes` DROP COLUMN `form_key`;--> statement-breakpoint
DROP INDEX `payments_form_key_unique`;--> statement-breakpoint
ALTER TABLE `payments` DROP COLUMN `form_key`;--> statement-breakpoint
DROP INDEX `price_changes_form_key_unique`;--> statement-breakpoint
ALTER TABLE `price_changes` DROP COLUMN `form_key`;--> statement-breakpoint
DROP INDEX `refunds_form_key_unique`;--> statement-breakpoint
ALTER TABLE `refunds` DROP COLUMN `form_key`;--> statement-breakpoint
DROP INDEX `room_changes_form_key_unique`;--> statement-breakpoint
ALTER TABLE `room_changes` DROP COLUMN `form_key`;--> statement-breakpoint
DROP INDEX `write_offs_form_key_unique`;--> statement-breakpoint
ALTER TABLE `write_offs` DROP COLUMN `form_key`;
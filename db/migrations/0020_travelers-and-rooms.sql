CREATE TABLE `room_wishes` (
	`traveler_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`companion` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`traveler_id`) REFERENCES `travelers`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "room_wishes_kind" CHECK("room_wishes"."kind" in ('companion', 'introduction'))
);
--> statement-breakpoint
CREATE TABLE `rooms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `rooms_by_departure` ON `rooms` (`departure_id`);--> statement-breakpoint
CREATE TABLE `traveler_details` (
	`traveler_id` integer PRIMARY KEY NOT NULL,
	`passport_name` text,
	`born_on` text,
	`nationality` text,
	`sealed_passport_number` text,
	`passport_ends_on` text,
	`diet` text,
	`sealed_medical_notes` text,
	`emergency_name` text,
	`emergency_phone` text,
	`emergency_relation` text,
	`arrival_flight` text,
	`departure_flight` text,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`traveler_id`) REFERENCES `travelers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `travelers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`position` integer NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`email` text,
	`price_cents` integer NOT NULL,
	`deposit_cents` integer NOT NULL,
	`room_id` integer NOT NULL,
	`link_token` text NOT NULL,
	`shares_contact` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "travelers_position" CHECK("travelers"."position" between 1 and 6)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `travelers_link_token_unique` ON `travelers` (`link_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `travelers_position_once` ON `travelers` (`booking_id`,`position`);--> statement-breakpoint
CREATE INDEX `travelers_by_room` ON `travelers` (`room_id`);--> statement-breakpoint
INSERT INTO `rooms` (`id`, `departure_id`) SELECT `id`, `departure_id` FROM `bookings`;
--> statement-breakpoint
INSERT INTO `travelers` (`booking_id`, `position`, `name`, `email`, `price_cents`, `deposit_cents`, `room_id`, `link_token`, `created_at`, `updated_at`) SELECT `id`, 1, `customer_name`, `customer_email`, `total_cents`, `deposit_cents`, `id`, lower(hex(randomblob(24))), `created_at`, `updated_at` FROM `bookings`;
--> statement-breakpoint
CREATE TRIGGER `travelers_removed` AFTER DELETE ON `travelers` BEGIN DELETE FROM `rooms` WHERE `id` = OLD.`room_id` AND NOT EXISTS (SELECT 1 FROM `travelers` WHERE `room_id` = OLD.`room_id`); END;
--> statement-breakpoint
CREATE TRIGGER `travelers_moved` AFTER UPDATE OF `room_id` ON `travelers` WHEN OLD.`room_id` <> NEW.`room_id` BEGIN DELETE FROM `rooms` WHERE `id` = OLD.`room_id` AND NOT EXISTS (SELECT 1 FROM `travelers` WHERE `room_id` = OLD.`room_id`); END;

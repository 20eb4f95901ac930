CREATE TABLE `offered_places` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`departure_id` integer NOT NULL,
	`traveler_id` integer,
	`fee_cents` integer NOT NULL,
	`terms` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`offer_id` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`traveler_id`) REFERENCES `travelers`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`offer_id`) REFERENCES `waitlist_offers`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "offered_places_state" CHECK("offered_places"."state" in ('open', 'sold', 'taken-back', 'ended')),
	CONSTRAINT "offered_places_fee" CHECK("offered_places"."fee_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `offered_places_once` ON `offered_places` (`traveler_id`) WHERE "offered_places"."state" = 'open';--> statement-breakpoint
CREATE INDEX `offered_places_open` ON `offered_places` (`departure_id`) WHERE "offered_places"."state" = 'open';--> statement-breakpoint
CREATE INDEX `offered_places_by_departure` ON `offered_places` (`departure_id`,`id`);--> statement-breakpoint
CREATE INDEX `offered_places_by_booking` ON `offered_places` (`booking_id`);--> statement-breakpoint
CREATE INDEX `offered_places_by_traveler` ON `offered_places` (`traveler_id`);--> statement-breakpoint
CREATE INDEX `offered_places_by_offer` ON `offered_places` (`offer_id`) WHERE "offered_places"."offer_id" is not null;--> statement-breakpoint
ALTER TABLE `departures` ADD `resale_fee_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `departures` ADD `resale_fee_percent` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `waitlist_offers` ADD `lent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `offered_places_changed` AFTER UPDATE OF `state`, `offer_id` ON `offered_places` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;

CREATE TABLE `waitlist_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`at_least` integer NOT NULL,
	`at_most` integer NOT NULL,
	`rooms` text NOT NULL,
	`state` text DEFAULT 'unconfirmed' NOT NULL,
	`joined_at` integer NOT NULL,
	`confirmed_at` integer,
	`confirm_token` text NOT NULL,
	`link_token` text NOT NULL,
	`address_digest` text,
	`collect_until` text,
	`is_skipped` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waitlist_entries_state" CHECK("waitlist_entries"."state" in ('unconfirmed', 'waiting', 'offered', 'booked', 'left', 'declined', 'lapsed', 'taken-off', 'departure-over')),
	CONSTRAINT "waitlist_entries_rooms" CHECK("waitlist_entries"."rooms" in ('any', 'double', 'single')),
	CONSTRAINT "waitlist_entries_party" CHECK("waitlist_entries"."at_least" between 1 and "waitlist_entries"."at_most" and "waitlist_entries"."at_most" <= 6)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_confirm_token_unique` ON `waitlist_entries` (`confirm_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_link_token_unique` ON `waitlist_entries` (`link_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_once` ON `waitlist_entries` (lower("email"),`departure_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_one_collects` ON `waitlist_entries` (`departure_id`) WHERE "waitlist_entries"."state" = 'waiting' and "waitlist_entries"."collect_until" is not null;--> statement-breakpoint
CREATE INDEX `waitlist_entries_in_line` ON `waitlist_entries` (`departure_id`,`state`,`joined_at`,`id`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_address` ON `waitlist_entries` (`address_digest`) WHERE "waitlist_entries"."address_digest" is not null;--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_age` ON `waitlist_entries` (`created_at`);--> statement-breakpoint
CREATE TABLE `waitlist_offers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`departure_id` integer NOT NULL,
	`seats` integer NOT NULL,
	`state` text DEFAULT 'live' NOT NULL,
	`made_by` text,
	`made_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`entry_id`) REFERENCES `waitlist_entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "waitlist_offers_state" CHECK("waitlist_offers"."state" in ('live', 'taken', 'declined', 'lapsed', 'withdrawn')),
	CONSTRAINT "waitlist_offers_seats" CHECK("waitlist_offers"."seats" >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_offers_one_live` ON `waitlist_offers` (`entry_id`) WHERE "waitlist_offers"."state" = 'live';--> statement-breakpoint
CREATE INDEX `waitlist_offers_live` ON `waitlist_offers` (`departure_id`) WHERE "waitlist_offers"."state" = 'live';--> statement-breakpoint
CREATE INDEX `waitlist_offers_by_entry` ON `waitlist_offers` (`entry_id`,`id`);--> statement-breakpoint
CREATE INDEX `waitlist_offers_by_departure` ON `waitlist_offers` (`departure_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `waitlist_offer_id` integer REFERENCES waitlist_offers(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `bookings_by_offer` ON `bookings` (`waitlist_offer_id`) WHERE "bookings"."waitlist_offer_id" is not null;--> statement-breakpoint
ALTER TABLE `departures` ADD `waitlist_offer_hours` integer DEFAULT 48 NOT NULL;--> statement-breakpoint
ALTER TABLE `departures` ADD `waitlist_shows_place` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TRIGGER `waitlist_offers_made` AFTER INSERT ON `waitlist_offers` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `waitlist_offers_changed` AFTER UPDATE OF `state` ON `waitlist_offers` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `waitlist_offers_gone` AFTER DELETE ON `waitlist_offers` WHEN old.`state` = 'live' BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `waitlist_entries_changed` AFTER UPDATE OF `state`, `at_least`, `is_skipped`, `collect_until` ON `waitlist_entries` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `waitlist_entries_waits` AFTER INSERT ON `waitlist_entries` WHEN new.`state` = 'waiting' BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `waitlist_entries_gone` AFTER DELETE ON `waitlist_entries` WHEN old.`state` = 'waiting' BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;

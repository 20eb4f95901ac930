CREATE TABLE `leader_terms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`leader_id` integer NOT NULL,
	`departure_id` integer NOT NULL,
	`seats` integer DEFAULT 0 NOT NULL,
	`release_on` text,
	`released_at` integer,
	`free_every` integer,
	`each_cents` integer,
	`earned_travelers` integer,
	`earned_cents` integer,
	`earned_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`leader_id`) REFERENCES `leaders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "leader_terms_seats" CHECK("leader_terms"."seats" >= 0 and ("leader_terms"."seats" = 0 or "leader_terms"."release_on" is not null)),
	CONSTRAINT "leader_terms_free" CHECK("leader_terms"."free_every" is null or "leader_terms"."free_every" >= 1),
	CONSTRAINT "leader_terms_each" CHECK("leader_terms"."each_cents" is null or "leader_terms"."each_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leader_terms_once` ON `leader_terms` (`leader_id`,`departure_id`);--> statement-breakpoint
CREATE INDEX `leader_terms_kept` ON `leader_terms` (`departure_id`) WHERE "leader_terms"."seats" > 0 and "leader_terms"."released_at" is null;--> statement-breakpoint
CREATE INDEX `leader_terms_not_earned` ON `leader_terms` (`departure_id`) WHERE "leader_terms"."earned_at" is null;--> statement-breakpoint
CREATE TABLE `leaders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`message` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'applied' NOT NULL,
	`code` text,
	`page_key` text NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "leaders_state" CHECK("leaders"."state" in ('applied', 'approved', 'ended')),
	CONSTRAINT "leaders_code" CHECK("leaders"."state" = 'applied' or "leaders"."code" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leaders_code_unique` ON `leaders` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `leaders_page_key_unique` ON `leaders` (`page_key`);--> statement-breakpoint
CREATE INDEX `leaders_by_state` ON `leaders` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `leaders_by_email` ON `leaders` (lower("email"));--> statement-breakpoint
ALTER TABLE `bookings` ADD `leader_id` integer REFERENCES leaders(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `bookings_by_leader` ON `bookings` (`leader_id`,`departure_id`) WHERE "bookings"."leader_id" is not null;--> statement-breakpoint
ALTER TABLE `charges` ADD `leader_terms_id` integer REFERENCES leader_terms(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `charges_by_leader_terms` ON `charges` (`leader_terms_id`) WHERE "charges"."leader_terms_id" is not null;--> statement-breakpoint
CREATE TRIGGER `leader_terms_made` AFTER INSERT ON `leader_terms` WHEN new.`seats` > 0 BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `leader_terms_changed` AFTER UPDATE OF `seats`, `released_at` ON `leader_terms` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `leader_terms_gone` AFTER DELETE ON `leader_terms` WHEN old.`seats` > 0 BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `bookings_of_leaders` AFTER UPDATE OF `leader_id` ON `bookings` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;

CREATE TABLE `aboard_ticks` (
	`departure_id` integer NOT NULL,
	`day` text NOT NULL,
	`ticked_by` text NOT NULL,
	`ticked_at` integer NOT NULL,
	PRIMARY KEY(`departure_id`, `day`),
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `trip_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	`title` text NOT NULL,
	`ending` text NOT NULL,
	`digest` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_by` text NOT NULL,
	`changed_at` integer,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "trip_files_ending" CHECK("trip_files"."ending" in ('pdf', 'jpg', 'png')),
	CONSTRAINT "trip_files_bytes" CHECK("trip_files"."bytes" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trip_files_once` ON `trip_files` (`departure_id`,`digest`);--> statement-breakpoint
CREATE INDEX `trip_files_by_digest` ON `trip_files` (`digest`);--> statement-breakpoint
CREATE TABLE `trip_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`is_public` integer DEFAULT false NOT NULL,
	`changed_at` integer,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "trip_notes_kind" CHECK("trip_notes"."kind" in ('packing', 'money', 'visa', 'health', 'emergency', 'more'))
);
--> statement-breakpoint
CREATE INDEX `trip_notes_in_order` ON `trip_notes` (`departure_id`,`position`,`id`);--> statement-breakpoint
ALTER TABLE `admin_users` ADD `guide_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_users` ADD `guide_phone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departure_days` ADD `lodge` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departure_days` ADD `lodge_address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departure_days` ADD `lodge_phone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departure_days` ADD `coordinates` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departure_days` ADD `meeting` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departure_days` ADD `changed_at` integer;--> statement-breakpoint
CREATE TRIGGER `trip_notes_changed` AFTER UPDATE ON `trip_notes` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `trip_notes_added` AFTER INSERT ON `trip_notes` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
CREATE TRIGGER `trip_notes_removed` AFTER DELETE ON `trip_notes` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;

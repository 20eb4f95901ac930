CREATE TABLE `lodges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`place` text NOT NULL,
	`room` text DEFAULT '' NOT NULL,
	`bath` text DEFAULT '' NOT NULL,
	`fact` text DEFAULT '' NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`pictures` text DEFAULT '[]' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `gallery_images` ADD `is_hung` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `testimonials` ADD `traveled_on` text;--> statement-breakpoint
ALTER TABLE `testimonials` ADD `picture` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departure_days` ADD `picture` text DEFAULT '' NOT NULL;--> statement-breakpoint
INSERT INTO `lodges` (`name`, `place`, `position`) SELECT `lodge`, min(`stop`), min(`position`) FROM `departure_days` WHERE `lodge` <> '' GROUP BY `lodge`;--> statement-breakpoint
UPDATE `testimonials` SET `traveled_on` = (SELECT d.`starts_on` FROM `reviews` r JOIN `bookings` b ON b.`id` = r.`booking_id` JOIN `departures` d ON d.`id` = b.`departure_id` WHERE r.`published_at` IS NOT NULL AND r.`words` = `testimonials`.`review` LIMIT 1);--> statement-breakpoint
CREATE TRIGGER `lodges_changed` AFTER UPDATE ON `lodges` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `lodges_added` AFTER INSERT ON `lodges` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;--> statement-breakpoint
CREATE TRIGGER `lodges_removed` AFTER DELETE ON `lodges` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;

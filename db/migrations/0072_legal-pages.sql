CREATE TABLE `legal_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`page` text NOT NULL,
	`text` text NOT NULL,
	`digest` text NOT NULL,
	`since` integer NOT NULL,
	CONSTRAINT "legal_versions_page" CHECK("legal_versions"."page" in ('terms', 'privacy'))
);
--> statement-breakpoint
CREATE INDEX `legal_versions_by_page` ON `legal_versions` (`page`,`id`);--> statement-breakpoint
CREATE TABLE `__new_opening_steps` (
	`step` text PRIMARY KEY NOT NULL,
	`confirmed_at` integer NOT NULL,
	CONSTRAINT "opening_steps_step" CHECK("__new_opening_steps"."step" in ('prices', 'pictures', 'legal', 'sample-company', 'closed'))
);
--> statement-breakpoint
INSERT INTO `__new_opening_steps`("step", "confirmed_at") SELECT "step", "confirmed_at" FROM `opening_steps`;--> statement-breakpoint
DROP TABLE `opening_steps`;--> statement-breakpoint
ALTER TABLE `__new_opening_steps` RENAME TO `opening_steps`;--> statement-breakpoint
-- It went with its table.
CREATE TRIGGER `opening_steps_added` AFTER INSERT ON `opening_steps` BEGIN UPDATE `content_version` SET `version` = `version` + 1; END;
--> statement-breakpoint
ALTER TABLE `bookings` ADD `terms_version_id` integer REFERENCES legal_versions(id);--> statement-breakpoint
ALTER TABLE `bookings` ADD `privacy_version_id` integer REFERENCES legal_versions(id);--> statement-breakpoint
ALTER TABLE `site_settings` ADD `seller_of_travel` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- What somebody agreed to is never changed.
CREATE TRIGGER `legal_versions_not_changed` BEFORE UPDATE ON `legal_versions` BEGIN SELECT RAISE(ABORT, 'legal versions are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `legal_versions_not_deleted` BEFORE DELETE ON `legal_versions` BEGIN SELECT RAISE(ABORT, 'legal versions are never deleted'); END;
